// generate_dump: writes a heap dump of any size whose contents are known exactly, for benchmarks and tests.
//
// The same options give the same file, byte by byte.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <string>

#include "dump_writer.h"
#include "heap_shapes.h"

namespace heaptrail::bench {

namespace {

std::string json(const Tally& tally) {
  return fmt::format(R"({{"objects":{},"bytes":{}}})", tally.objects, tally.bytes);
}

Tally sum(const std::vector<Tally>& tallies) {
  Tally all;
  for (const Tally& tally : tallies) {
    all.objects += tally.objects;
    all.bytes += tally.bytes;
  }
  return all;
}

/// As Java programmers write it: java.util.HashMap$Node[]
std::string readableName(std::string name) {
  if (name == "[B") return "byte[]";
  if (name == "[I") return "int[]";
  std::ranges::replace(name, '/', '.');
  return name.starts_with("[L") ? name.substr(2, name.size() - 3) + "[]" : name;
}

/// What a reader must find: totals, references that are not null, and every class by name.
std::string truth(const DumpWriter& writer) {
  std::map<std::string, size_t> classByName;
  for (size_t c = 0; c < writer.classes().size(); ++c) classByName.emplace(readableName(writer.classes()[c].name), c);
  std::string classes;
  for (const auto& [name, c] : classByName) {
    const Tally& live = writer.live()[c];
    const Tally& unreachable = writer.unreachable()[c];
    if (live.objects + unreachable.objects == 0) continue;
    classes += fmt::format("{}\n\"{}\":{{\"live\":{},\"unreachable\":{}}}", classes.empty() ? "" : ",", name,
                           json(live), json(unreachable));
  }
  return fmt::format("{{\"fileBytes\":{},\"references\":{},\"live\":{},\"unreachable\":{},\"classes\":{{{}\n}}}}\n",
                     writer.fileBytes(), writer.references(), json(sum(writer.live())), json(sum(writer.unreachable())),
                     classes);
}

int run(int argc, char** argv) {
  CLI::App app{"Writes a heap dump (HPROF 1.0.2) of known contents."};
  HeapOptions options;
  std::string out;
  std::string truthFile;
  std::string order = "address";
  std::string shape = "mixed";
  uint32_t idBytes = 8;
  app.add_option("--objects", options.objects, "About how many objects")->check(CLI::Range(1'000UL, 4'000'000'000UL));
  app.add_option("--out", out, "The dump to write")->required();
  app.add_option("--truth", truthFile, "Where to write what the dump holds, as JSON (default: standard output)");
  app.add_option("--seed", options.seed, "Another seed gives another heap of the same shape");
  app.add_option("--ids", idBytes, "Bytes of an id: 8 (64 bits, compressed references) or 4 (a 32-bit JVM)")
      ->check(CLI::IsMember({4, 8}));
  app.add_option("--order", order, "How the file orders the heap")
      ->check(CLI::IsMember({"address", "shuffled-regions"}));
  app.add_option("--shape", shape, "What the heap is of: some of everything, or a web shop with millions of small maps")
      ->check(CLI::IsMember({"mixed", "shop"}));
  app.add_option("--types", options.types, "How many generated types besides those of the JDK")
      ->check(CLI::Range(1U, 1'000'000U));
  CLI11_PARSE(app, argc, argv);
  options.shape = shape == "shop" ? HeapShape::kShop : HeapShape::kMixed;
  options.shuffledRegions = order == "shuffled-regions";

  DumpWriter writer(out, Layout::of(idBytes), javaClasses(options.types));
  HeapShapes(writer, options).write();
  writer.finish();
  if (truthFile.empty()) {
    std::cout << truth(writer);
  } else {
    std::ofstream(truthFile) << truth(writer);
  }
  return 0;
}

}  // namespace

}  // namespace heaptrail::bench

int main(int argc, char** argv) { return heaptrail::bench::run(argc, argv); }
