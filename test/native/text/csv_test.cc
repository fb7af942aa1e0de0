#include "text/csv.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csvField("java.lang.String"), "java.lang.String");
  EXPECT_EQ(csvField("Map<K,V>"), "\"Map<K,V>\"");
  EXPECT_EQ(csvField("say \"yes\""), "\"say \"\"yes\"\"\"");
  EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace heaptrail
