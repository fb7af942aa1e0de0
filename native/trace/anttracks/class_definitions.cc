#include "trace/anttracks/class_definitions.h"

#include <fmt/format.h>

#include <utility>

#include "base/try.h"
#include "model/java_names.h"
#include "text/numbers.h"
#include "trace/anttracks/little_endian.h"

namespace heaptrail::anttracks {

Result<ClassDefinitions> ClassDefinitions::read(const FoundFile& file, std::vector<Warning>& warnings) {
  const std::span<const uint8_t> content = TRY(file.bytes());
  ClassDefinitions definitions;
  ByteWalk walk(content);
  uint64_t unreadable = 0;
  size_t done = 0;
  while (!walk.atEnd() && walk.u8() == kClassFileTag) {
    const uint32_t type = walk.u32();
    const std::span<const uint8_t> bytes = walk.take(walk.u32());
    if (!walk.good()) break;
    done = walk.position();
    std::optional<ClassFile> parsed = readClassFile(bytes);
    if (!parsed) {
      ++unreadable;
      continue;
    }
    definitions.byType_[type] = definitions.files_.size();
    definitions.byName_.emplace(readableClassName(parsed->name), definitions.files_.size());
    definitions.files_.push_back(std::move(*parsed));
  }
  if (done < content.size()) {
    warnings.push_back({fmt::format("{}: what comes from byte {} on cannot be read; lines of classes defined there are "
                                    "unknown",
                                    file.path, file.content + done),
                        file.content + done});
  }
  if (unreadable > 0) {
    warnings.push_back(
        {fmt::format("{}: {} cannot be read; their lines are unknown", file.path, counted(unreadable, "class file"))});
  }
  return definitions;
}

const ClassFile* ClassDefinitions::ofType(uint32_t id) const {
  const auto found = byType_.find(id);
  return found == byType_.end() ? nullptr : &files_[found->second];
}

const ClassFile* ClassDefinitions::named(const std::string& name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : &files_[found->second];
}

}  // namespace heaptrail::anttracks
