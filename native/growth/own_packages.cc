#include "growth/own_packages.h"

#include <algorithm>
#include <array>
#include <map>
#include <ranges>

#include "dsl/names.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr std::string_view kMainThread = "main";

// What only starts other people's programs, by how its classes' names begin.
constexpr auto kLaunchers = std::to_array<std::string_view>({
    "clojure.",
    "com.intellij.rt.",
    "groovy.",
    "io.quarkus.bootstrap.",
    "org.apache.catalina.startup.",
    "org.apache.felix.main.",
    "org.apache.groovy.",
    "org.apache.hadoop.util.",
    "org.apache.karaf.main.",
    "org.apache.maven.",
    "org.apache.spark.deploy.",
    "org.apache.tools.ant.",
    "org.codehaus.groovy.",
    "org.codehaus.plexus.",
    "org.eclipse.",
    "org.gradle.",
    "org.jboss.modules.",
    "org.jruby.",
    "org.junit.",
    "org.mozilla.javascript.tools.",
    "org.python.util.",
    "org.springframework.",
    "org.testng.",
    "play.core.server.",
    "scala.tools.",
});

bool canBeMain(std::string_view type) {
  return !type.empty() && !isOfJdk(type) &&
         std::ranges::none_of(kLaunchers, [&](std::string_view start) { return type.starts_with(start); });
}

/// The class whose method the main thread was started with: the outermost one on its stack, launchers aside.
std::string_view mainClass(const Heap& heap) {
  std::string_view found;
  uint32_t depth = 0;
  for (const Root& root : heap.roots()) {
    const RootPlace* place = heap.placeOf(root);
    if (root.kind != RootKind::kJavaFrame || place == nullptr || !canBeMain(place->frame.className)) continue;
    if (!root.thread.exists() || heap.symbols()[root.thread].name != kMainThread) continue;
    if (found.empty() || place->depth >= depth) {
      found = place->frame.className;
      depth = place->depth;
    }
  }
  for (const ThreadInfo& thread : heap.symbols().threads) {
    if (thread.name != kMainThread || !thread.stack.exists()) continue;
    const std::vector<Frame>& frames = heap.symbols()[thread.stack].frames;
    const auto reversed = frames | std::views::reverse;
    const auto outermost = std::ranges::find_if(reversed, canBeMain, &Frame::className);
    if (outermost != reversed.end()) found = outermost->className;
  }
  return found;
}

/// The library in which most stacks of allocations begin, the JDK and launchers aside.
std::string_view usualStart(const Heap& heap) {
  std::map<std::string_view, uint64_t> starts;
  for (const Site& site : heap.symbols().sites) {
    const auto reversed = site.frames | std::views::reverse;
    const auto outermost = std::ranges::find_if(reversed, canBeMain, &Frame::className);
    if (outermost != reversed.end()) ++starts[libraryOf(outermost->className)];
  }
  const auto most = std::ranges::max_element(starts, {}, [](const auto& start) { return start.second; });
  return most == starts.end() ? std::string_view() : most->first;
}

/// A package of one part (`shop`) has those below it (`shop.model`), which would be libraries of their own.
bool isOfLibrary(std::string_view type, std::string_view library) {
  const std::string_view other = libraryOf(type);
  const bool hasOnePart = !library.empty() && !library.contains('.');
  return other == library || (hasOnePart && other.starts_with(library) && other[library.size()] == '.');
}

}  // namespace

OwnPackages OwnPackages::guessed(const Heap& heap) {
  OwnPackages own;
  const std::string_view main = mainClass(heap);
  if (!main.empty()) {
    own.libraries_.emplace_back(libraryOf(main));
  } else if (const std::string_view library = usualStart(heap); !library.empty()) {
    own.libraries_.emplace_back(library);
  }
  return own;
}

bool OwnPackages::has(std::string_view type) const {
  const std::string_view name = dsl::elementName(type);
  const auto begins = [&](const std::string& prefix) {
    return name.starts_with(prefix) && (name.size() == prefix.size() || prefix.ends_with('.') ||
                                        name[prefix.size()] == '.' || name[prefix.size()] == '$');
  };
  return std::ranges::any_of(prefixes_, begins) ||
         std::ranges::any_of(libraries_, [&](const std::string& library) { return isOfLibrary(name, library); });
}

}  // namespace heaptrail
