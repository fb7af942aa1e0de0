// An editor diagnoses a file with every key that is pressed in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "dsl/checks.h"
#include "dsl/small_world.h"
#include "support/processor_time.h"
#include "support/sanitized.h"

namespace heaptrail::dsl {
namespace {

// 20 ms on a free machine; the rest is for caches that others use.
constexpr double kMostMillis = kIsSanitized ? 2000 : 200;

constexpr unsigned kTypes = 50'000;

std::string className(unsigned i) {
  static constexpr const char* kWords[] = {"Order", "Session", "Query", "Cache", "Index", "Route", "Event", "Key"};
  return "com.acme.module" + std::to_string(i % 40) + "." + kWords[i % 8] + kWords[i / 8 % 8] + std::to_string(i);
}

std::shared_ptr<const TypeIndex> manyTypes() {
  auto symbols = std::make_shared<Symbols>();
  for (unsigned i = 0; i < kTypes; ++i) {
    Type& type = symbols->types.emplace_back();
    type.name = i == 0 ? "java.lang.Object" : className(i);
    if (i > 0) type.superclass = TypeId(i / 7);
  }
  return std::make_shared<const TypeIndex>(std::move(symbols));
}

/// 10,000 lines, a hundred of which have a mistake.
std::string longFile() {
  std::string text;
  constexpr unsigned kDescriptions = 2'000;
  for (unsigned i = 1; i <= kDescriptions; ++i) {
    text += (i % 2 == 0 ? "DS " : "") + className(i * 20) + (i % 3 == 0 ? "+ {\n" : " {\n");
    text += "  " + className(i * 20 + 1) + "+;  // an inner part\n";
    text += "  " + className(i * 20 + 20) + (i % 50 == 0 ? "x;\n" : ";\n");
    text += i % 97 == 0 ? "  (*Key*);\n" : i % 41 == 0 ? "  (" + className(i) + "\n" : "  (" + className(i) + "[]);\n";
    text += "}\n";
  }
  return text;
}

TEST(Diagnose, TenThousandLinesWithFiftyThousandTypesAreDiagnosedWhileAKeyIsPressed) {
  const auto types = manyTypes();
  const NearestName nearest(*types);
  const std::vector<uint64_t> live(kTypes, 1);
  const std::string text = longFile();
  EXPECT_EQ(std::ranges::count(text, '\n'), 10'000);
  for (const bool withErrors : {true, false}) {
    std::string asked = text;
    if (!withErrors) {
      for (size_t at = asked.find("\n}"); at != std::string::npos; at = asked.find("\n}", at + 2)) {
        if (asked[at - 1] != ';') asked.insert(at, ");");
      }
    }
    size_t found = 0;
    const double millis = fastestMillis(kIsSanitized ? 2 : 5, [&] {
      const auto set = setOf({asked});
      const KnownHeap known{*types, nearest, live, {}};
      found = diagnose(*set, 0, &known).size();
    });
    EXPECT_GT(found, 20U);
    RecordProperty(withErrors ? "millisWithErrors" : "millisWithout", std::to_string(millis));
    std::printf("%zu diagnostics in %.1f ms\n", found, millis);
    EXPECT_LT(millis, kMostMillis);
  }
}

}  // namespace
}  // namespace heaptrail::dsl
