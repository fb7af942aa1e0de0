#include "launch/java_options.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptrail {
namespace {

/// What a JVM makes of the variable's value: the rule of Arguments::parse_options_buffer, as it stands there.
std::vector<std::string> asJvmReads(std::string_view value) {
  constexpr std::string_view kSpace = " \t\n\v\f\r";
  std::vector<std::string> words;
  size_t i = 0;
  while (true) {
    while (i < value.size() && kSpace.contains(value[i])) ++i;
    if (i == value.size()) return words;
    std::string word;
    while (i < value.size() && !kSpace.contains(value[i])) {
      if (value[i] != '"' && value[i] != '\'') {
        word += value[i++];
        continue;
      }
      const char quote = value[i++];
      while (i < value.size() && value[i] != quote) word += value[i++];
      EXPECT_LT(i, value.size()) << "unmatched quote";
      ++i;
    }
    words.push_back(word);
  }
}

TEST(JavaOptions, WordsAreQuotedOnlyWhereTheyMustBe) {
  EXPECT_EQ(quotedJavaOption("-agentpath:/a/b.so=x,y=%p"), "-agentpath:/a/b.so=x,y=%p");
  EXPECT_EQ(quotedJavaOption("a b"), "\"a b\"");
  EXPECT_EQ(quotedJavaOption("it's"), "\"it's\"");
  EXPECT_EQ(quotedJavaOption("say \"hi\""), "\"say \"'\"hi\"'");
  EXPECT_EQ(quotedJavaOption("\"'"), "'\"'\"'\"");
  EXPECT_EQ(quotedJavaOption(""), "\"\"");
}

TEST(JavaOptions, AJvmReadsWhatWasQuoted) {
  for (const std::string word :
       {"plain", "a b", "\ttab\nline", "it's", "\"", "'", "''\"\"", "a'b\"c d", " ", "\\ \\\""}) {
    EXPECT_EQ(asJvmReads(quotedJavaOption(word)), std::vector{word});
  }
}

TEST(JavaOptions, WhatWasThereStays) {
  EXPECT_EQ(withJavaOption("", "-Dx=1"), "-Dx=1");
  EXPECT_EQ(asJvmReads(withJavaOption("-Xmx1g '-Dname=a b'", "-Dfolder=c d")),
            (std::vector<std::string>{"-Xmx1g", "-Dname=a b", "-Dfolder=c d"}));
}

}  // namespace
}  // namespace heaptrail
