// The types of a trace by name and by superclass: what names and patterns in descriptions stand for.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dsl/syntax_tree.h"
#include "model/symbols.h"

namespace heaptrail::dsl {

class TypeIndex {
 public:
  explicit TypeIndex(std::shared_ptr<const Symbols> symbols);
  TypeIndex(const TypeIndex&) = delete;
  TypeIndex& operator=(const TypeIndex&) = delete;

  const Symbols& symbols() const { return *symbols_; }

  /// All types with exactly this name: several where class loaders loaded it several times.
  std::span<const TypeId> named(std::string_view name) const;

  /// All types that a pattern stands for when it is written in this package, ascending.
  std::vector<TypeId> matching(const TypePattern& pattern, std::string_view package) const;

  /// The names of the fields that instances of these types have, inherited ones too; each once.
  std::vector<std::string_view> fieldsOf(const TypePattern& pattern, std::string_view package) const;

  /// Whether the trace has a type of this name, brackets and `+` aside: a class that it has no arrays of is known all
  /// the same, and so are arrays of a class that it does not have itself. Quicker than matching.
  bool knows(const TypePattern& pattern, std::string_view package) const;

  /// These types and all their subclasses, in any order.
  std::vector<TypeId> withSubclasses(std::span<const TypeId> types) const;

  /// All types whose names begin so, in the order of names.
  std::span<const TypeId> beginningWith(std::string_view prefix) const;

  /// The type of an array's elements, all brackets taken off; the type itself if it is no array. None where the trace
  /// does not have it.
  TypeId elementOf(TypeId type) const;

 private:
  std::vector<TypeId> arraysOf(std::span<const TypeId> elements, uint32_t dimensions) const;
  std::string_view nameOf(TypeId type) const { return symbols_->types[type.value()].name; }

  std::shared_ptr<const Symbols> symbols_;
  std::vector<TypeId> byName_;                                                  // in the order of names
  std::unordered_map<std::string_view, std::pair<uint32_t, uint32_t>> ranges_;  // of byName_
  std::vector<std::vector<TypeId>> subclasses_;                                 // direct ones, by type
};

}  // namespace heaptrail::dsl
