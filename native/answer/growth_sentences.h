// What growth means, in words for people: the same in the editor and on a terminal.
#pragma once

#include <span>
#include <string>

#include "answer/growth_question.h"

namespace heaptrail {

/// What to do next about growth of this pattern. Where what leaves lead to grew, it names those that it is about.
std::string adviceOn(GrowthPattern pattern, std::span<const LeafGroup> leaves, bool several);
/// Where entries know their keys weakly, and others hold the keys.
std::string adviceOnWeakKeys(std::string_view holderOfKeys);

/// One complete sentence.
std::string sentenceAbout(const SuspectAnswer& suspect, int64_t heapGrowth);
std::string sentenceAbout(const GrowthRow& row, int64_t heapGrowth);

/// `80.2 % of the heap's growth`.
std::string shareOfGrowth(const GrownSize& size, int64_t heapGrowth);

/// `ConcurrentHashMap` of `java.util.concurrent.ConcurrentHashMap`.
std::string_view shortName(std::string_view type);

}  // namespace heaptrail
