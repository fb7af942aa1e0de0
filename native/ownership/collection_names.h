// What collections and their parts are called by who holds them: `HashMap ← Session.attributes`, and its tables
// `Node[] ← HashMap ← Session.attributes`.
//
// A text of holders is what stands behind the class: ` ← Session.attributes` for the collections that this field
// refers to, ` ← HashMap ← Session.attributes` for their parts and for collections in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/symbols.h"
#include "ownership/class_groups.h"

namespace heaptrail {

class CollectionNames {
 public:
  /// Outlives this.
  explicit CollectionNames(const Symbols& symbols);

  /// A class's name without its package.
  const std::string& label(TypeId type) const { return labels_[type.value()]; }
  /// The same where that says which class is meant, else the whole name.
  const std::string& name(TypeId type) const { return names_[type.value()]; }

  /// What is held by a field of this class, or by its elements where that is an array; as slots are called.
  std::string heldByField(TypeId declaring, std::string_view field) const;
  /// What is held by the roots of a block.
  static std::string heldByRoots(const ClassGroup& block);
  /// The holders of a collection's parts. At most four are told, and the outermost stays.
  std::string holdersOfParts(TypeId head, const std::string& holders) const;

  /// Heads of collections, and arrays that are some.
  ClassGroup headGroup(TypeId type, const std::string& holders) const;
  /// Parts of collections with such heads.
  ClassGroup partGroup(TypeId type, TypeId head, const std::string& holders) const;

 private:
  std::string nameBelow(TypeId type, TypeId head) const;

  const Symbols& symbols_;
  std::vector<std::string> names_;
  std::vector<std::string> labels_;
};

}  // namespace heaptrail
