// All descriptions that hold together: the shipped ones, then the user's, file by file. Later files win over earlier
// ones, type by type.
//
// Immutable; files are shared, so that an edited file makes a new set without parsing the others again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/source_text.h"
#include "dsl/syntax_tree.h"

namespace heaptrail::dsl {

enum class FileOrigin : uint8_t { kShipped, kUser };

/// A parsed file.
class DescriptionFile {
 public:
  DescriptionFile(std::string name, std::string text, FileOrigin origin)
      : source_(std::move(name), std::move(text)), origin_(origin), parsed_(parse(source_)) {}

  const std::string& name() const { return source_.name(); }
  const SourceText& source() const { return source_; }
  const SyntaxTree& tree() const { return parsed_.tree; }
  /// What the parser had to say.
  const std::vector<Diagnostic>& diagnostics() const { return parsed_.diagnostics; }
  bool isShipped() const { return origin_ == FileOrigin::kShipped; }

 private:
  SourceText source_;
  FileOrigin origin_;
  Parsed parsed_;
};

/// One description, wherever it stands.
struct DescriptionEntry {
  std::string type;  // absolute, with brackets, without `+`
  uint32_t file = 0;
  const Block* block = nullptr;
  const Description* description = nullptr;

  bool isHead() const { return description->head.has_value(); }
  bool takesSubclasses() const { return description->type.subclasses; }
  const std::string& package() const { return block->package; }
};

class DescriptionSet {
 public:
  using Files = std::vector<std::shared_ptr<const DescriptionFile>>;

  DescriptionSet() = default;
  explicit DescriptionSet(Files files);
  DescriptionSet(const DescriptionSet&) = delete;
  DescriptionSet& operator=(const DescriptionSet&) = delete;

  const Files& files() const { return files_; }
  const DescriptionFile& fileOf(const DescriptionEntry& entry) const { return *files_[entry.file]; }

  /// Those that hold, in the order of files.
  std::span<const DescriptionEntry> entries() const { return entries_; }
  /// The one that holds for exactly this type, or none.
  const DescriptionEntry* find(std::string_view type) const;

  struct Replaced {
    DescriptionEntry entry;
    uint32_t by = 0;  // of entries()
  };
  /// Those that another description takes the place of: in a later file, or (a mistake) an earlier one in the same.
  std::span<const Replaced> replaced() const { return replaced_; }

 private:
  Files files_;
  std::vector<DescriptionEntry> entries_;
  std::vector<Replaced> replaced_;
  std::unordered_map<std::string_view, uint32_t> byType_;
};

}  // namespace heaptrail::dsl
