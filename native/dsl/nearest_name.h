// For a class that a trace does not have: the one that was probably meant.
//
// Looks for what people do wrong with names of classes, in this order: a nested class written as in source
// (`Map.Entry`), a name without its package or with another's, letters wrong, left out or swapped.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dsl/type_index.h"

namespace heaptrail::dsl {

/// Made once for a trace; immutable, for any number of threads.
class NearestName {
 public:
  explicit NearestName(const TypeIndex& types);

  /// `name`: absolute and without brackets. `package`: of the namespace it is written in.
  std::optional<std::string> find(std::string_view name, std::string_view package) const;

 private:
  // How often letters occur, sixteen sorts of them. An edit changes the bags of two words by two at the most, which
  // tells most words apart without looking at their letters one by one.
  using LetterBag = std::array<uint8_t, 16>;
  static LetterBag bagOf(std::string_view name);
  static unsigned difference(const LetterBag& a, const LetterBag& b);

  std::optional<std::string> asNestedClass(std::string_view name, std::string_view package) const;
  std::optional<std::string> inAnotherPackage(std::string_view name) const;
  std::optional<std::string> withOtherLetters(std::string_view name) const;

  const TypeIndex& types_;
  std::vector<std::string_view> names_;  // of classes, in their order
  std::vector<LetterBag> bags_;          // the same
  std::unordered_map<std::string_view, std::vector<uint32_t>> bySimpleName_;
};

}  // namespace heaptrail::dsl
