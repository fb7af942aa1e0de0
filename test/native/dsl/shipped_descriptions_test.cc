#include "dsl/shipped_descriptions.h"

#include <gtest/gtest.h>

#include "dsl/checks.h"
#include "dsl/formatter.h"

namespace heaptrail::dsl {
namespace {

TEST(ShippedDescriptions, GiveNothingToSay) {
  const DescriptionSet set(shippedDescriptions());
  for (uint32_t i = 0; i < set.files().size(); ++i) {
    for (const Diagnostic& diagnostic : diagnose(set, i)) {
      ADD_FAILURE() << set.files()[i]->name() << ":" << set.files()[i]->source().describe(diagnostic.range.begin)
                    << ": " << diagnostic.message;
    }
  }
}

TEST(ShippedDescriptions, AreLaidOut) {
  for (const auto& file : shippedDescriptions()) EXPECT_EQ(format(*file), file->source().text()) << file->name();
}

}  // namespace
}  // namespace heaptrail::dsl
