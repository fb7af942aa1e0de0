// What is in an object, a page of it: its fields, the static fields of a class, or the elements of an array.
//
// Which objects it refers to is known from the heap's columns; primitive values, and references to objects that the
// trace lacks, from the trace's values where they are shown.
#pragma once

#include "answer/object/object_question.h"
#include "answer/shared/object_naming.h"
#include "base/page.h"
#include "model/heap.h"

namespace heaptrail {

class ObjectMembers {
 public:
  /// @param values null where they are not shown
  ObjectMembers(const Heap& heap, const StoredValues* values, ObjectNaming& names)
      : heap_(heap), values_(values), names_(names) {}

  /// Fills what the answer says of fields and elements.
  Status list(ObjectIndex object, const ObjectQuestion& question, ObjectPageAnswer& answer) const;

 private:
  struct Row {
    FieldAnswer field;
    ObjectIndex target = ObjectIndex::none();
  };

  Result<std::vector<Row>> fieldsOf(ObjectIndex object) const;
  Result<std::vector<Row>> fieldsOfClass(ObjectIndex classObject, TypeId type) const;
  Status listElements(ObjectIndex array, ObjectPageAnswer& answer, const PlacesOfPage& page) const;
  ObjectAnswer describe(ObjectIndex object) const;

  const Heap& heap_;
  const StoredValues* values_;
  ObjectNaming& names_;
};

}  // namespace heaptrail
