#include "growth/common_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "structure/type_families.h"

namespace heaptrail {

namespace {

std::string textOf(std::span<const Frame> frames) {
  std::string text;
  for (const Frame& frame : frames) {
    fmt::format_to(std::back_inserter(text), "{}\n{}\n{}\n{}\n", frame.className, frame.method, frame.file, frame.line);
  }
  return text;
}

}  // namespace

std::span<const Frame> tellingFrames(const std::vector<Frame>& frames) {
  const auto own = std::ranges::find_if_not(frames, isOfJdk, &Frame::className);
  // Nothing but the JDK: the chain is all there is to tell it by.
  if (own == frames.end()) return frames;
  return std::span(frames).first(static_cast<size_t>(own - frames.begin()) + 1);
}

CommonNames::CommonNames(const Heap& from, const Heap& to) {
  for (const auto& [end, heap] : {std::pair(EndOfWindow::kFrom, &from), std::pair(EndOfWindow::kTo, &to)}) {
    const Symbols& symbols = heap->symbols();
    ends_[static_cast<size_t>(end)] = {&symbols, std::vector<uint32_t>(symbols.types.size(), kUnknown),
                                       std::vector<uint32_t>(symbols.sites.size(), kUnknown)};
  }
}

uint32_t CommonNames::typeOf(EndOfWindow end, TypeId type) {
  Known& known = ends_[static_cast<size_t>(end)];
  uint32_t& number = known.types[type.value()];
  if (number != kUnknown) return number;
  const std::string& name = (*known.symbols)[type].name;
  const auto [place, isNew] = typesByName_.try_emplace(name, static_cast<uint32_t>(types_.size()));
  if (isNew) types_.push_back(&name);
  return number = place->second;
}

uint32_t CommonNames::typeNamed(const std::string& name) {
  if (const auto known = typesByName_.find(name); known != typesByName_.end()) return known->second;
  const auto number = static_cast<uint32_t>(types_.size());
  types_.push_back(&made_.emplace_back(name));
  typesByName_.emplace(made_.back(), number);
  return number;
}

uint32_t CommonNames::siteOf(EndOfWindow end, SiteId site) {
  if (!site.exists()) return 0;
  Known& known = ends_[static_cast<size_t>(end)];
  uint32_t& number = known.sites[site.value()];
  if (number != kUnknown) return number;
  const std::span<const Frame> frames = tellingFrames((*known.symbols)[site].frames);
  if (frames.empty()) return number = 0;
  const auto [place, isNew] = sitesByText_.try_emplace(textOf(frames), static_cast<uint32_t>(sites_.size()));
  if (isNew) sites_.push_back(frames);
  return number = place->second;
}

}  // namespace heaptrail
