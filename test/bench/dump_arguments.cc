#include "dump_arguments.h"

#include <fmt/format.h>
#include <getopt.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace heaptrail::bench {

namespace {

constexpr std::string_view kHelp =
    R"(Writes a heap dump (HPROF 1.0.2) of known contents.

generate_dump --out FILE [OPTION…]

  --objects N   About how many objects, 1,000 to 4,000,000,000 (default: a million)
  --out FILE    The dump to write
  --truth FILE  Where to write what the dump holds, as JSON (default: standard output)
  --seed N      Another seed gives another heap of the same shape
  --ids N       Bytes of an id: 8 (64 bits, compressed references) or 4 (a 32-bit JVM)
  --order WORD  How the file orders the heap: address or shuffled-regions
  --shape WORD  What the heap is of: mixed (some of everything) or shop (a web shop with millions of small maps)
  --types N     How many generated types besides those of the JDK, 1 to 1,000,000 (default: 400)
)";

[[noreturn]] void refuse(const std::string& what) {
  fmt::print(stderr, "generate_dump: {} (--help says what can be asked for)\n", what);
  std::exit(2);
}

template <typename Number>
Number numberOf(std::string_view option, std::string_view text, Number least, Number most) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
    refuse(fmt::format("--{} {}: a number from {} to {} is needed", option, text, least, most));
  return number;
}

/// Whether it is the second of two words.
bool isSecond(std::string_view option, std::string_view text, std::string_view first, std::string_view second) {
  if (text != first && text != second) refuse(fmt::format("--{} {}: {} or {} is needed", option, text, first, second));
  return text == second;
}

}  // namespace

DumpArguments dumpArguments(int argc, char** argv) {
  enum Choice : int { kObjects = 1, kOut, kTruth, kSeed, kIds, kOrder, kShape, kTypes, kAskedForHelp };
  const std::array<option, 10> choices{{{"objects", required_argument, nullptr, kObjects},
                                        {"out", required_argument, nullptr, kOut},
                                        {"truth", required_argument, nullptr, kTruth},
                                        {"seed", required_argument, nullptr, kSeed},
                                        {"ids", required_argument, nullptr, kIds},
                                        {"order", required_argument, nullptr, kOrder},
                                        {"shape", required_argument, nullptr, kShape},
                                        {"types", required_argument, nullptr, kTypes},
                                        {"help", no_argument, nullptr, kAskedForHelp},
                                        {}}};
  DumpArguments asked;
  HeapOptions& heap = asked.heap;
  int index = 0;
  for (int choice; (choice = getopt_long(argc, argv, "", choices.data(), &index)) != -1;) {
    if (choice == '?') std::exit(2);  // getopt has said what is wrong
    const std::string_view option = choices[static_cast<size_t>(index)].name;
    const std::string_view text = optarg == nullptr ? "" : optarg;
    switch (static_cast<Choice>(choice)) {
      case kObjects:
        heap.objects = numberOf<uint64_t>(option, text, 1'000, 4'000'000'000);
        break;
      case kOut:
        asked.out = text;
        break;
      case kTruth:
        asked.truth = text;
        break;
      case kSeed:
        heap.seed = numberOf<uint64_t>(option, text, 0, UINT64_MAX);
        break;
      case kIds:
        asked.idBytes = isSecond(option, text, "8", "4") ? 4 : 8;
        break;
      case kOrder:
        heap.shuffledRegions = isSecond(option, text, "address", "shuffled-regions");
        break;
      case kShape:
        heap.shape = isSecond(option, text, "mixed", "shop") ? HeapShape::kShop : HeapShape::kMixed;
        break;
      case kTypes:
        heap.types = numberOf<uint32_t>(option, text, 1, 1'000'000);
        break;
      case kAskedForHelp:
        fmt::print("{}", kHelp);
        std::exit(0);
    }
  }
  if (optind < argc) refuse(fmt::format("{}: no such option", argv[optind]));
  if (asked.out.empty()) refuse("--out FILE is missing");
  return asked;
}

}  // namespace heaptrail::bench
