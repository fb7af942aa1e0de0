#include "answer/descriptions/description_check.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "dsl/checks.h"
#include "dsl/nearest_name.h"
#include "dsl/shipped_descriptions.h"

namespace heaptrail {

Result<std::shared_ptr<const dsl::DescriptionSet>> readDescriptionsToCheck(const DescriptionChoice& choice) {
  dsl::DescriptionSet::Files files;
  if (choice.shipped) files = dsl::shippedDescriptions();
  for (auto path = choice.files.begin(); path != choice.files.end(); ++path) {
    if (std::find(choice.files.begin(), path, *path) != path) continue;
    auto file = TRY(readDescriptionFile(*path));
    files.push_back(std::move(file));
  }
  return std::make_shared<const dsl::DescriptionSet>(std::move(files));
}

DescriptionsCheck checkDescriptions(std::shared_ptr<const dsl::DescriptionSet> descriptions, const KnownTypes* known) {
  DescriptionsCheck answer;
  std::optional<dsl::NearestName> nearest;
  std::vector<uint64_t> live;
  if (known != nullptr) {
    answer.point = known->point;
    nearest.emplace(*known->types);
    for (const Size& size : known->live) live.push_back(size.objects);
  }
  for (uint32_t i = 0; i < descriptions->files().size(); ++i) {
    const auto& file = descriptions->files()[i];
    if (file->isShipped()) continue;
    if (known == nullptr) {
      answer.files.push_back({file, diagnose(*descriptions, i)});
    } else {
      const dsl::KnownHeap heap{*known->types, *nearest, live, known->tooWide};
      answer.files.push_back({file, diagnose(*descriptions, i, &heap)});
    }
  }
  answer.among = std::move(descriptions);
  return answer;
}

size_t DescriptionsCheck::count(dsl::Severity severity) const {
  size_t count = 0;
  for (const File& file : files) {
    count += static_cast<size_t>(std::ranges::count_if(file.diagnostics, [severity](const dsl::Diagnostic& diagnostic) {
      return severityOf(diagnostic.code) == severity;
    }));
  }
  return count;
}

}  // namespace heaptrail
