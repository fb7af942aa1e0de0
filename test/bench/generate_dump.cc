// generate_dump: writes a heap dump of any size whose contents are known exactly, for benchmarks and tests.
//
// The same options give the same file, byte by byte.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <string>

#include "dump_arguments.h"
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
  const DumpArguments asked = dumpArguments(argc, argv);
  DumpWriter writer(asked.out, Layout::of(asked.idBytes), javaClasses(asked.heap.types));
  HeapShapes(writer, asked.heap).write();
  writer.finish();
  if (asked.truth.empty()) {
    std::cout << truth(writer);
  } else {
    std::ofstream(asked.truth) << truth(writer);
  }
  return 0;
}

}  // namespace

}  // namespace heaptrail::bench

int main(int argc, char** argv) { return heaptrail::bench::run(argc, argv); }
