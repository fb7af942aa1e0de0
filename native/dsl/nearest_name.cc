#include "dsl/nearest_name.h"

#include <algorithm>

#include "dsl/edit_distance.h"
#include "dsl/names.h"

namespace heaptrail::dsl {

namespace {

size_t commonPrefix(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

NearestName::NearestName(const TypeIndex& types) : types_(types) {
  for (const TypeId type : types.beginningWith("")) {
    const std::string_view name = types.symbols()[type].name;
    if (name.ends_with(']') || (!names_.empty() && names_.back() == name)) continue;
    bySimpleName_[simpleName(name)].push_back(static_cast<uint32_t>(names_.size()));
    names_.push_back(name);
    bags_.push_back(bagOf(name));
  }
}

NearestName::LetterBag NearestName::bagOf(std::string_view name) {
  LetterBag bag{};
  for (const char c : name) {
    uint8_t& count = bag[static_cast<unsigned char>(c) % bag.size()];
    if (count < UINT8_MAX) ++count;
  }
  return bag;
}

unsigned NearestName::difference(const LetterBag& a, const LetterBag& b) {
  unsigned sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += static_cast<unsigned>(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]);
  return sum;
}

std::optional<std::string> NearestName::find(std::string_view name, std::string_view package) const {
  if (auto nested = asNestedClass(name, package)) return nested;
  if (auto elsewhere = inAnotherPackage(name)) return elsewhere;
  return withOtherLetters(name);
}

std::optional<std::string> NearestName::asNestedClass(std::string_view name, std::string_view package) const {
  for (const std::string_view inFront : {std::string_view(), package}) {
    std::string tried(inFront);
    if (!tried.empty()) tried += '.';
    tried += name;
    std::ranges::replace(tried, '/', '.');
    if (tried != name && !types_.named(tried).empty()) return tried;
    // From the last dot on: `a.Outer.Middle.Inner`.
    for (size_t dot = tried.rfind('.'); dot != std::string::npos && dot > 0; dot = tried.rfind('.', dot - 1)) {
      tried[dot] = '$';
      if (!types_.named(tried).empty()) return tried;
    }
  }
  return std::nullopt;
}

std::optional<std::string> NearestName::inAnotherPackage(std::string_view name) const {
  const auto found = bySimpleName_.find(simpleName(name));
  if (found == bySimpleName_.end()) return std::nullopt;
  // Of several the one whose package looks most like what is written.
  const uint32_t best = *std::ranges::max_element(
      found->second, {}, [&](uint32_t candidate) { return commonPrefix(names_[candidate], name); });
  return std::string(names_[best]);
}

std::optional<std::string> NearestName::withOtherLetters(std::string_view name) const {
  // A third of the word may be wrong, but no more than three letters: beyond that, proposals are guesses.
  constexpr size_t kMostEdits = 3;
  size_t most = std::min(kMostEdits, simpleName(name).size() / 3);
  const LetterBag bag = bagOf(name);
  std::optional<std::string> best;
  for (size_t i = 0; i < names_.size() && most > 0; ++i) {
    const size_t longer = std::max(names_[i].size(), name.size());
    const size_t shorter = std::min(names_[i].size(), name.size());
    if (longer - shorter > most || difference(bags_[i], bag) > 2 * most) continue;
    const size_t distance = editDistance(names_[i], name, most);
    if (distance > most) continue;
    best = names_[i];
    most = distance == 0 ? 0 : distance - 1;  // only what is nearer is better
  }
  return best;
}

}  // namespace heaptrail::dsl
