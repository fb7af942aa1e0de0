// Which slots of a Java heap's references keep nothing alive.
#include "trace/java_references.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

Type typeOf(std::string name, TypeId superclass, std::vector<Field> fields) {
  Type type;
  type.name = std::move(name);
  type.superclass = superclass;
  type.fields = std::move(fields);
  return type;
}

TEST(JavaReferences, KeepNeitherTheirReferentNorWhatTheCollectorLinkedToThem) {
  Symbols symbols;
  symbols.types.push_back(
      typeOf("java.lang.ref.Reference", TypeId::none(), {{"referent"}, {"queue"}, {"next"}, {"discovered"}}));
  symbols.types.push_back(typeOf("java.lang.ref.WeakReference", TypeId(0), {}));
  symbols.types.push_back(typeOf("java.util.WeakHashMap$Entry", TypeId(1), {{"value"}}));
  symbols.types.push_back(typeOf("java.lang.ref.SoftReference", TypeId(0), {}));
  symbols.types.push_back(typeOf("java.lang.ref.FinalReference", TypeId(0), {}));
  symbols.types.push_back(typeOf("a.Entry", TypeId::none(), {{"referent"}, {"discovered"}}));
  const ReferenceSlots slots = findReferenceSlots(symbols);
  // An instance's own fields stand before those of its superclasses.
  EXPECT_EQ(slots.weak[2], (SlotSet{1, 4}));
  EXPECT_EQ(slots.collector[2], SlotSet{4});
  EXPECT_EQ(slots.weak[3], SlotSet{3});
  EXPECT_EQ(slots.soft[3], SlotSet{0});
  EXPECT_EQ(slots.weak[4], SlotSet{3}) << "what is to be finalized is kept";
  EXPECT_TRUE(slots.weak[5].empty());
  EXPECT_TRUE(slots.collector[5].empty());
}

}  // namespace
}  // namespace heaptrail
