#include "language/known_types.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace heaptrail::dsl {

KnownTypes::KnownTypes(std::shared_ptr<const TypeIndex> types, std::vector<Size> live, std::string trace)
    : types_(std::move(types)), nearest_(*types_), live_(std::move(live)), trace_(std::move(trace)) {
  std::unordered_map<std::string_view, size_t> places;
  const std::vector<Type>& all = types_->symbols().types;
  for (size_t i = 0; i < all.size(); ++i) {
    liveObjects_.push_back(live_[i].objects);
    const auto [place, isNew] = places.emplace(all[i].name, names_.size());
    if (isNew) names_.push_back({all[i].name, lowerCase(all[i].name), {}});
    names_[place->second].live += live_[i];
  }
  std::ranges::sort(names_, [](const Name& a, const Name& b) {
    return a.live.bytes != b.live.bytes ? a.live.bytes > b.live.bytes : a.name < b.name;
  });
}

}  // namespace heaptrail::dsl
