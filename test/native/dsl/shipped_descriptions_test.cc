#include "dsl/shipped_descriptions.h"

#include <gtest/gtest.h>

#include "dsl/checks.h"
#include "dsl/formatter.h"

namespace heaptrail::dsl {
namespace {

TEST(ShippedDescriptions, HaveNothingToComplainAbout) {
  const DescriptionSet set(shippedDescriptions());
  EXPECT_GT(set.entries().size(), 100U);
  for (uint32_t i = 0; i < set.files().size(); ++i) {
    const DescriptionFile& file = *set.files()[i];
    for (const Diagnostic& diagnostic : diagnose(set, i)) {
      ADD_FAILURE() << file.name() << ":" << file.source().describe(diagnostic.range.begin) << " "
                    << toString(diagnostic.code) << " " << diagnostic.message;
    }
  }
}

TEST(ShippedDescriptions, DescribeEachTypeOnce) {
  const DescriptionSet set(shippedDescriptions());
  for (const auto& replaced : set.replaced()) ADD_FAILURE() << replaced.entry.type << " is described twice";
}

TEST(ShippedDescriptions, AreLaidOut) {
  for (const auto& file : shippedDescriptions())
    EXPECT_EQ(format(*file).value_or(""), file->source().text()) << file->name();
}

}  // namespace
}  // namespace heaptrail::dsl
