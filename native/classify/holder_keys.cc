#include "classify/holder_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/static_fields.h"

namespace heaptrail {

namespace {

KeyPath holderKeys(const Heap& heap, const RootHolder& holder) {
  const Symbols& symbols = heap.symbols();
  if (holder.kind == RootHolder::Kind::kStaticField) {
    const std::string field = heap.slotName(heap.classObjectOf(holder.type), holder.slot);
    return {std::string(rootKindLabel(RootKind::kStaticField)), symbols[holder.type].name,
            std::string(fieldOfSlot(field))};
  }
  KeyPath keys{std::string(rootKindLabel(holder.root))};
  if (holder.thread.exists()) keys.push_back(symbols[holder.thread].name);
  const RootPlace* place = heap.place(holder.place);
  if (place == nullptr) return keys;
  if (!place->field.empty()) {
    keys.push_back(place->frame.className);
    keys.push_back(place->field);
    return keys;
  }
  keys.push_back(fmt::format("{}.{}", place->frame.className, place->frame.method));
  if (place->slot != RootPlace::kUnknown) keys.push_back(fmt::format("variable {}", place->slot));
  return keys;
}

bool isAmong(const Options& options, std::string_view option) {
  return std::ranges::find(options, option) != options.end();
}

}  // namespace

HolderRows::HolderRows(const Heap& heap, const RootHolders& holders, const Options& options, std::string_view noneKey) {
  for (const RootHolder& holder : holders.all()) {
    if (isAmong(options, kVariablesOption) && !holder.isVariable()) continue;
    const bool onlyStacks = isAmong(options, kStacksOption);
    // The object that a thread is belongs to no stack.
    if (onlyStacks && (!holder.thread.exists() || holder.root == RootKind::kThread)) continue;
    held.push_back(holder.object);
    paths.push_back(holderKeys(heap, holder));
    if (onlyStacks) paths.back().erase(paths.back().begin());
  }
  const bool hides = isAmong(options, kHideOption);
  if (!hides) paths.push_back({std::string(noneKey)});
  valueOf = sortPaths(paths);
  if (hides) return;
  none = valueOf.back();
  valueOf.pop_back();
}

}  // namespace heaptrail
