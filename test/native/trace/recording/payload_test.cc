#include "trace/recording/format/payload.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heaptrail::recording {
namespace {

const std::vector<uint64_t> kNumbers = {0, 1, 127, 128, 300, 16383, 16384, uint64_t{1} << 35, ~uint64_t{0}};

TEST(RecordingPayload, WhatIsWrittenIsReadInAnyMixture) {
  PayloadWriter inner;
  inner.text("inner");
  PayloadWriter writer;
  for (int round = 0; round < 100; ++round) {
    for (const uint64_t number : kNumbers) writer.number(number);
    writer.numbers(kNumbers.size() + 3, [](auto&& put) {
      for (const uint64_t number : kNumbers) put(number);
    });
    writer.signedNumber(-round);
    writer.text(std::string(static_cast<size_t>(round) * 10, 'x'));
    writer.append(inner);
  }
  const std::vector<uint8_t> bytes = writer.take();
  EXPECT_TRUE(writer.empty());
  PayloadReader reader(bytes);
  for (int round = 0; round < 100; ++round) {
    for (int twice = 0; twice < 2; ++twice) {
      for (const uint64_t number : kNumbers) ASSERT_EQ(reader.number(), number);
    }
    ASSERT_EQ(reader.signedNumber(), -round);
    ASSERT_EQ(reader.text(), std::string(static_cast<size_t>(round) * 10, 'x'));
    ASSERT_EQ(reader.text(), "inner");
  }
  EXPECT_TRUE(reader.atEnd());
  EXPECT_TRUE(reader.good());
}

TEST(RecordingPayload, AWriterCanBeUsedAgain) {
  PayloadWriter writer;
  writer.text("much longer than what comes then");
  writer.clear();
  writer.number(5);
  EXPECT_EQ(writer.size(), 1U);
  EXPECT_EQ(writer.take(), std::vector<uint8_t>{5});
  writer.number(6);
  EXPECT_EQ(writer.take(), std::vector<uint8_t>{6});
}

}  // namespace
}  // namespace heaptrail::recording
