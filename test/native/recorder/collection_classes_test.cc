// Which classes of a program are collections: as the JVM tells classes, by the descriptions that ship.
#include "recorder/collection_classes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heaptrail::recorder {
namespace {

/// Classes as a JVM loads them: subclasses may come before what they extend.
class LoadedClasses {
 public:
  LoadedClasses() {
    add("Ljava/util/LinkedHashMap;", "Ljava/util/HashMap;", 6);
    add("Ljava/lang/Object;", "", 0);
    add("Ljava/util/HashMap;", "Ljava/lang/Object;", 12);
    add("Ljava/util/HashMap$Node;", "Ljava/lang/Object;", 4);
    add("[Ljava/util/HashMap$Node;", "Ljava/lang/Object;", 0);
    add("Ljava/util/LinkedHashMap$Entry;", "Ljava/util/HashMap$Node;", 2);
    add("Ljava/util/ArrayList;", "Ljava/lang/Object;", 5);
    add("[Ljava/lang/Object;", "Ljava/lang/Object;", 0);
    add("[I", "Ljava/lang/Object;", 0);
    add("La/Cache;", "Ljava/util/LinkedHashMap;", 1);
    add("La/Session;", "Ljava/lang/Object;", 1);
    add("Ljava/util/HashMap$KeySet;", "Ljava/lang/Object;", 1);
  }

  uint32_t operator[](const std::string& signature) const {
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].signature == signature) return i + 1;
    }
    return 0;
  }
  void add(const std::string& signature, const std::string& superclass, uint32_t fields) {
    all.push_back({signature, idOfName(signature), superclass.empty() ? 0 : idOfName(superclass), fields});
  }

  std::vector<NamedClass> all;

 private:
  uint64_t idOfName(const std::string& signature) {
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == signature) return i + 100;
    }
    names_.push_back(signature);
    return names_.size() + 99;
  }
  std::vector<std::string> names_;
};

TEST(CollectionClasses, AreThoseThatDescriptionsKnowAndTheirSubclasses) {
  LoadedClasses loaded;
  CollectionClasses classes;
  classes.update(loaded.all);
  for (const char* head : {"Ljava/util/HashMap;", "Ljava/util/LinkedHashMap;", "La/Cache;", "Ljava/util/ArrayList;"}) {
    EXPECT_TRUE(classes.isHead(loaded[head])) << head;
  }
  for (const char* part : {"Ljava/util/HashMap$Node;", "Ljava/util/LinkedHashMap$Entry;"}) {
    EXPECT_TRUE(classes.isCollected(loaded[part])) << part;
    EXPECT_FALSE(classes.isHead(loaded[part])) << part;
  }
  for (const char* array : {"[Ljava/lang/Object;", "[Ljava/util/HashMap$Node;"}) {
    EXPECT_TRUE(classes.isArray(loaded[array])) << array;
    EXPECT_TRUE(classes.isCollected(loaded[array])) << array;
  }
  for (const char* other : {"Ljava/lang/Object;", "La/Session;", "[I"}) {
    EXPECT_FALSE(classes.isCollected(loaded[other])) << other;
  }
  EXPECT_FALSE(classes.isCollected(0)) << "a class that has no number yet";
}

TEST(CollectionClasses, TellWhichReferencesStayInACollection) {
  LoadedClasses loaded;
  CollectionClasses classes;
  classes.update(loaded.all);
  const uint32_t map = loaded["La/Cache;"];
  const uint32_t table = loaded["[Ljava/util/HashMap$Node;"];
  const uint32_t entry = loaded["Ljava/util/LinkedHashMap$Entry;"];
  const uint32_t array = loaded["[Ljava/lang/Object;"];
  EXPECT_TRUE(classes.staysInside(map, map, table));
  EXPECT_TRUE(classes.staysInside(map, table, entry));
  EXPECT_TRUE(classes.staysInside(map, entry, entry));
  EXPECT_FALSE(classes.staysInside(map, entry, array)) << "a value, which is a collection of its own";
  EXPECT_FALSE(classes.staysInside(map, entry, loaded["Ljava/util/HashMap;"])) << "a map in the map";
  EXPECT_TRUE(classes.staysInside(loaded["Ljava/util/ArrayList;"], loaded["Ljava/util/ArrayList;"], array));
  EXPECT_FALSE(classes.staysInside(array, array, array)) << "an array has no parts";
  EXPECT_TRUE(classes.areOfOneFamily(loaded["Ljava/util/HashMap$KeySet;"], loaded["Ljava/util/HashMap;"]));
  EXPECT_FALSE(classes.areOfOneFamily(loaded["La/Session;"], loaded["Ljava/util/HashMap;"]));
}

TEST(CollectionClasses, TheOrderOfALinkedMapIsBesideItsTable) {
  LoadedClasses loaded;
  CollectionClasses classes;
  classes.update(loaded.all);
  const uint32_t entry = loaded["Ljava/util/LinkedHashMap$Entry;"];
  const uint32_t next = 3;  // hash, key, value, next; then before and after
  EXPECT_FALSE(classes.isOrder(entry, next, entry));
  EXPECT_TRUE(classes.isOrder(entry, next + 1, entry));
  EXPECT_TRUE(classes.isOrder(entry, next + 2, entry));
  EXPECT_TRUE(classes.isOrder(loaded["Ljava/util/LinkedHashMap;"], 14, entry)) << "its first and its last entry";
  EXPECT_TRUE(classes.isOrder(loaded["La/Cache;"], 14, entry));
  EXPECT_FALSE(classes.isOrder(loaded["[Ljava/util/HashMap$Node;"], 0, entry));
  EXPECT_FALSE(classes.isOrder(loaded["La/Session;"], 0, entry));
  EXPECT_FALSE(classes.isOrder(entry, next + 1, loaded["La/Session;"])) << "a value";
}

TEST(CollectionClasses, AreToldAgainWhenMoreAreLoaded) {
  LoadedClasses loaded;
  CollectionClasses classes;
  classes.update(loaded.all);
  loaded.add("Ljava/util/TreeMap;", "Ljava/lang/Object;", 5);
  EXPECT_FALSE(classes.isHead(loaded["Ljava/util/TreeMap;"]));
  classes.update(loaded.all);
  EXPECT_TRUE(classes.isHead(loaded["Ljava/util/TreeMap;"]));
  EXPECT_TRUE(classes.isHead(loaded["La/Cache;"]));
}

}  // namespace
}  // namespace heaptrail::recorder
