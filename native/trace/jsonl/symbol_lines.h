// The lines that declare types, sites and threads, and what they say as seen from one point.
//
// A later line with the id of an earlier one replaces it from there on; points before keep the old one. A thing's
// number in the model is the place of its id's first line among those of its kind, so it is the same at all points.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/id_map.h"
#include "model/heap.h"
#include "model/trace.h"
#include "trace/jsonl/line_kind.h"

namespace heaptrail::jsonl {

/// A slot as a type's line names it: by a field's name, or by its position.
struct SlotWord {
  std::string name;
  uint32_t position = Heap::kNoSlot;
};

/// What a type's line says besides the type itself.
struct TypeDetails {
  std::optional<uint64_t> super;
  std::optional<uint64_t> classObject;
  std::vector<std::string> classSlots;
  std::vector<SlotWord> weak;
  std::vector<SlotWord> soft;
  std::vector<SlotWord> links;
  std::optional<WithoutReferrer> withoutReferrer;
  bool sizeKnown = false;
};

/// All symbols as one point sees them.
struct SymbolTable {
  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  std::vector<TypeDetails> details;  // by type
  std::vector<Warning> warnings;

  /// By the ids of the file; none() for what no line before the point's end declares.
  TypeId type(uint64_t id) const { return known<TypeId>(*types, id, symbols->types.size()); }
  SiteId site(uint64_t id) const { return known<SiteId>(*sites, id, symbols->sites.size()); }
  ThreadId thread(uint64_t id) const { return known<ThreadId>(*threads, id, symbols->threads.size()); }

  const IdMap* types = nullptr;
  const IdMap* sites = nullptr;
  const IdMap* threads = nullptr;

 private:
  template <typename Id>
  static Id known(const IdMap& places, uint64_t id, size_t count) {
    const uint32_t place = places.find(id);
    return place < count ? Id(place) : Id::none();
  }
};

class SymbolLines {
 public:
  /// Checks the line and keeps it.
  Status add(LineKind kind, const std::string& file, const Line& line, JsonObject object);

  /// How many lines were added so far: what a point that ends here sees.
  uint64_t count() const { return count_; }
  bool haveSites() const { return !sites_.versions.empty(); }

  /// The table refers to this object.
  Result<SymbolTable> build(const std::string& file, uint64_t count) const;

 private:
  struct Declaration {
    uint64_t ordinal;
    uint64_t line;
    uint64_t offset;
    std::string text;
  };
  struct Declarations {
    IdMap places;
    std::vector<std::vector<Declaration>> versions;  // by place, ascending

    void add(uint64_t id, Declaration declaration);
    template <typename Visit>
    Status forEach(const std::string& file, uint64_t count, Visit&& visit) const;
  };

  uint64_t count_ = 0;
  Declarations types_;
  Declarations sites_;
  Declarations threads_;
};

}  // namespace heaptrail::jsonl
