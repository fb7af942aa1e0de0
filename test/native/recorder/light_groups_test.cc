// The groups of a light point: each once, and collections by as many of their holders as are told apart.
#include "recorder/light_groups.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace heaptrail::recorder {
namespace {

using Collection = LightGroups::Collection;
using Holder = recording::CountsRecord::Holder;

constexpr uint32_t kMapType = 7;

TEST(LightGroups, CollectionsThatAreHeldAlikeAreOne) {
  LightGroups groups;
  const uint32_t one = groups.collection({kMapType, Holder::kField, 3, 1});
  EXPECT_EQ(groups.collection({kMapType, Holder::kField, 3, 1}), one);
  EXPECT_NE(groups.collection({kMapType, Holder::kField, 3, 2}), one);
  EXPECT_NE(groups.collection({kMapType, Holder::kStaticField, 3, 1}), one);
  EXPECT_NE(groups.collection({kMapType + 1, Holder::kField, 3, 1}), one);
  EXPECT_NE(groups.ofCollection(one, kMapType), groups.ofObjects(kMapType));
  EXPECT_EQ(groups.ofCollection(0, kMapType), groups.ofObjects(kMapType));
  EXPECT_EQ(groups[groups.ofCollection(one, kMapType)].collection, one);
}

TEST(LightGroups, WhatIsHeldDeepGoesByItsInnermostHolders) {
  LightGroups groups;
  std::vector<uint32_t> deep{groups.collection({kMapType, Holder::kField, 3, 1})};
  for (int depth = 1; depth < 20; ++depth) {
    deep.push_back(groups.collection({kMapType, Holder::kCollection, deep.back() - 1, 0}));
  }
  // The field and three maps: what is deeper has the same four holders.
  EXPECT_EQ(groups.collections().size(), 4U);
  EXPECT_NE(deep[3], deep[2]);
  EXPECT_EQ(deep[19], deep[3]);
  const std::vector<Collection> all = groups.collections();
  for (size_t place = 0; place < all.size(); ++place) {
    const Collection& collection = all[place];
    if (collection.holder != Holder::kCollection) continue;
    EXPECT_LT(collection.of, place) << "they can be read in their order";
  }
}

}  // namespace
}  // namespace heaptrail::recorder
