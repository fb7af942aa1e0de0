// What a part of a collection is to who uses it: `key: (*) as key;`. Roles are for reading collections as what they are
// (structure/collection_reader.h); to what belongs to a structure they make no difference.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heaptrail::dsl {

enum class Role : uint8_t {
  kKey,
  kValue,
  kElement,
  kKeys,
  kValues,
  kElements,
  kEntries,
  kSize,
};

struct RoleWord {
  std::string_view word;
  Role role;
  std::string_view sentence;  // what the object (for the size: the field) is
};

/// Those of one object first, then those of an array or a structure that holds many.
inline constexpr std::array kRoleWords = {
    RoleWord{"key", Role::kKey, "the key of an entry"},
    RoleWord{"value", Role::kValue, "the value of an entry"},
    RoleWord{"element", Role::kElement, "an element"},
    RoleWord{"keys", Role::kKeys, "holds the keys: an array, or a collection whose keys they are"},
    RoleWord{"values", Role::kValues, "holds the values: an array, or a collection whose values they are"},
    RoleWord{"elements", Role::kElements, "holds the elements: an array, or a collection (of a map its keys)"},
    RoleWord{"entries", Role::kEntries, "holds the entries: an array of keys and values in turns, or a map"},
    RoleWord{"size", Role::kSize, "a number: how many entries or elements there are"},
};

/// Stands before a role.
inline constexpr std::string_view kRoleKeyword = "as";

constexpr std::optional<Role> roleNamed(std::string_view word) {
  for (const RoleWord& role : kRoleWords) {
    if (role.word == word) return role.role;
  }
  return std::nullopt;
}

constexpr const RoleWord& wordOf(Role role) { return kRoleWords[static_cast<size_t>(role)]; }

}  // namespace heaptrail::dsl
