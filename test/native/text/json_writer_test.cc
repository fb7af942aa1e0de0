#include "text/json_writer.h"

#include <gtest/gtest.h>

#include <limits>

namespace heaptrail {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  JsonWriter json;
  json.beginObject()
      .member("a", 1)
      .key("b")
      .beginArray()
      .value(true)
      .null()
      .beginObject()
      .endObject()
      .endArray()
      .member("c", "x")
      .endObject();
  EXPECT_EQ(std::move(json).take(), R"({"a":1,"b":[true,null,{}],"c":"x"})");
}

TEST(JsonWriter, EscapesWhatJsonCannotHold) {
  JsonWriter json;
  json.value(std::string("\"\\\n\r\t\x01 é", 9));
  EXPECT_EQ(std::move(json).take(), "\"\\\"\\\\\\n\\r\\t\\u0001 é\"");
}

TEST(JsonWriter, ATextThatEndsLikeABracketStillGetsItsComma) {
  JsonWriter json;
  json.beginArray().value("[").value(":").endArray();
  EXPECT_EQ(std::move(json).take(), R"(["[",":"])");
}

TEST(JsonWriter, NumbersAreNumbersOrNull) {
  JsonWriter json;
  json.beginArray()
      .value(uint64_t{18446744073709551615U})
      .value(0.5)
      .value(2.0)
      .value(std::numeric_limits<double>::infinity())
      .endArray();
  EXPECT_EQ(std::move(json).take(), "[18446744073709551615,0.5,2,null]");
}

}  // namespace
}  // namespace heaptrail
