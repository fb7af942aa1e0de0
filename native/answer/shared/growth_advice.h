// What to do next about growth, in the words of a developer who never heard of this program.
#pragma once

#include <span>
#include <string>

#include "answer/shared/growth_row.h"
#include "answer/shared/growth_words.h"

namespace heaptrail {

/// What an advice is about: one container or several, and growth or all that the heap holds.
struct AdviceAbout {
  bool several = false;
  bool whole = false;
};
/// What to do next about growth of this pattern. Where data grew and not what was taken in, it names the leaves that
/// lead to it.
std::string adviceOn(GrowthPattern pattern, std::span<const TakenIn> taken, std::span<const LeafGroup> leaves,
                     AdviceAbout about);
/// The same about a suspect: also where it is no container, or others hold the keys of what is in it.
std::string adviceOn(const SuspectAnswer& suspect, const HeapGain& gain);

}  // namespace heaptrail
