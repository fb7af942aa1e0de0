// All descriptions that hold together: the shipped ones, then the user's, file by file. Later files win over earlier
// ones, type by type; what stands inside a head comes and goes with it.
//
// Of descriptions that fit a type by its name, the one that holds is the most exact: without stars before with stars;
// of those with stars the one with more other characters; then the later one.
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

enum class FileOrigin : uint8_t { kShipped, kUser, kInferred };

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
  bool isOfUser() const { return origin_ == FileOrigin::kUser; }
  bool isInferred() const { return origin_ == FileOrigin::kInferred; }

 private:
  SourceText source_;
  FileOrigin origin_;
  Parsed parsed_;
};

/// The index of no entry.
inline constexpr uint32_t kNoEntry = ~uint32_t{0};

/// One description, wherever it stands.
struct DescriptionEntry {
  std::string type;  // absolute, with brackets, without `+`
  uint32_t file = 0;
  const Block* block = nullptr;
  const Description* description = nullptr;
  uint32_t head = kNoEntry;  // of entries(): the head that it stands in, below which alone it holds

  bool isHead() const { return description->head.has_value(); }
  bool isInsideHead() const { return head != kNoEntry; }
  bool hasWildcard() const { return description->type.hasWildcard(); }
  bool takesSubclasses() const { return description->type.subclasses; }
  const std::string& package() const { return block->package; }
  /// Whether it is written for a type of this name, subclasses aside.
  bool names(std::string_view typeName) const;
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

  /// Those that hold, in the order of files; those inside a head come right behind it.
  std::span<const DescriptionEntry> entries() const { return entries_; }
  uint32_t indexOf(const DescriptionEntry& entry) const { return static_cast<uint32_t>(&entry - entries_.data()); }
  /// Those inside a head.
  std::span<const DescriptionEntry> inside(uint32_t head) const;

  /// The description that is written exactly so: of this type, or with these stars. In a head, or with kNoEntry outside
  /// of all.
  const DescriptionEntry* find(std::string_view type, uint32_t head = kNoEntry) const;
  /// The most exact one that is written for a type of this name, in the same place.
  const DescriptionEntry* mostExact(std::string_view type, uint32_t head = kNoEntry) const;
  /// The one that holds for a type of this name below a head: heads, then what stands in this one, then all else.
  const DescriptionEntry* holdingFor(std::string_view type, uint32_t head = kNoEntry) const;
  /// Indexes of entries() with stars, the most exact ones first, heads' and others together.
  std::span<const uint32_t> withWildcards() const { return withWildcards_; }

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
  void addInside(uint32_t head);
  void rankWildcards();

  std::unordered_map<std::string_view, uint32_t> byType_;  // outside of heads
  std::vector<uint32_t> withWildcards_;
};

}  // namespace heaptrail::dsl
