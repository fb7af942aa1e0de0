#include "samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_set>

namespace heaptrail::oracle {

namespace {

bool isMap(const Symbols& symbols, TypeId type) {
  for (; type.exists(); type = symbols[type].superclass) {
    // Dumps know superclasses and no interfaces.
    const std::string& name = symbols[type].name;
    if (name == "java.util.AbstractMap" || name == "java.util.Map" || name == "java.util.Hashtable") return true;
  }
  return false;
}

}  // namespace

Samples::Samples(const Heap& heap, const PlainGraph& graph, uint64_t seed) : heap_(heap), graph_(graph), random_(seed) {
  std::vector<uint32_t> objectsOf(heap.symbols().types.size());
  for (uint32_t object = 0; object < graph.objectCount(); ++object) {
    if (!graph.live()[object]) continue;
    const TypeId type = heap.typeOf(ObjectIndex(object));
    ++objectsOf[type.value()];
    live_.push_back(object);
    if (heap.typeOfClassObject(ObjectIndex(object)).exists()) classes_.push_back(object);
    if (graph.references(object).empty()) continue;
    inner_.push_back(object);
    if (isMap(heap.symbols(), type)) maps_.push_back(object);
  }
  for (uint32_t type = 0; type < objectsOf.size(); ++type) {
    if (objectsOf[type] > 0) types_.push_back(type);
  }
  std::ranges::stable_sort(types_, [&](uint32_t a, uint32_t b) { return objectsOf[a] > objectsOf[b]; });
}

std::vector<uint32_t> Samples::objects(size_t any, size_t inner, size_t classes) {
  std::vector<uint32_t> chosen;
  std::unordered_set<uint32_t> known;
  const auto choose = [&](const std::vector<uint32_t>& from, size_t count) {
    for (size_t tries = 0, found = 0; !from.empty() && found < count && tries < 10 * count; ++tries) {
      const uint32_t object = from[below(from.size())];
      if (!known.insert(object).second) continue;
      chosen.push_back(object);
      ++found;
    }
  };
  choose(live_, any);
  choose(inner_, inner);
  choose(classes_, classes);
  return chosen;
}

std::vector<uint32_t> Samples::types(size_t largest, size_t others) {
  std::vector<uint32_t> chosen = types_;
  const size_t first = std::min(largest, chosen.size());
  std::shuffle(chosen.begin() + static_cast<std::ptrdiff_t>(first), chosen.end(), random_);
  chosen.resize(std::min(first + others, chosen.size()));
  return chosen;
}

std::string Samples::nameOf(uint32_t type) const { return heap_.symbols()[TypeId(type)].name; }

Objects Samples::ofType(uint32_t type) const {
  Objects members = nothing();
  // Dead objects too: as members they must not matter.
  for (uint32_t object = 0; object < members.size(); ++object) {
    members[object] = heap_.typeOf(ObjectIndex(object)).value() == type;
  }
  return members;
}

Group Samples::half(uint32_t type) {
  Group group{fmt::format("a random half of all {}", nameOf(type)), ofType(type)};
  for (size_t object = 0; object < group.members.size(); ++object) {
    if (group.members[object] && below(2) == 0) group.members[object] = false;
  }
  return group;
}

Group Samples::pairOfMaps() {
  Group group{"two maps:", nothing()};
  for (int map = 0; map < 2 && !maps_.empty(); ++map) {
    const uint32_t object = maps_[below(maps_.size())];
    group.name += fmt::format(" {:#x}", heap_.idOf(ObjectIndex(object)).value());
    group.members[object] = true;
  }
  return group;
}

Group Samples::halfOfClasses() {
  Group group{"a random half of all class objects", nothing()};
  for (const uint32_t object : classes_) group.members[object] = below(2) == 0;
  return group;
}

Group Samples::randomSet(double share) {
  Group group{fmt::format("a random set of {}% of all objects", 100 * share), nothing()};
  std::bernoulli_distribution chosen(share);
  for (size_t object = 0; object < group.members.size(); ++object) group.members[object] = chosen(random_);
  return group;
}

Group Samples::neighbourhood(size_t most) {
  Group group{"", nothing()};
  if (inner_.empty()) return group;
  const uint32_t centre = inner_[below(inner_.size())];
  group.name = fmt::format("{} objects around {:#x}", most, heap_.idOf(ObjectIndex(centre)).value());
  std::deque<uint32_t> waiting{centre};
  size_t found = 0;
  while (!waiting.empty() && found < most) {
    const uint32_t object = waiting.front();
    waiting.pop_front();
    if (group.members[object]) continue;
    group.members[object] = true;
    ++found;
    for (const uint32_t target : graph_.references(object)) waiting.push_back(target);
  }
  return group;
}

std::vector<Group> Samples::groups() {
  std::vector<Group> groups;
  for (const uint32_t type : types(8, 8)) groups.push_back({fmt::format("all {}", nameOf(type)), ofType(type)});
  for (const uint32_t type : types(8, 10)) groups.push_back(half(type));
  for (int pair = 0; pair < 18; ++pair) groups.push_back(pairOfMaps());
  for (const double share : {0.00001, 0.0001, 0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}) {
    groups.push_back(randomSet(share));
  }
  for (const size_t most : {2uz, 5uz, 10uz, 100uz, 1'000uz, 10'000uz}) groups.push_back(neighbourhood(most));
  groups.push_back(halfOfClasses());
  groups.push_back({"nothing", nothing()});
  groups.push_back({"everything", Objects(graph_.objectCount(), true)});
  Group dead{"all that is dead", graph_.live()};
  dead.members.flip();
  groups.push_back(std::move(dead));
  groups.push_back(groups.front());
  return groups;
}

}  // namespace heaptrail::oracle
