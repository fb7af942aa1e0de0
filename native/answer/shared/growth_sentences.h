// What growth means, in the words of a developer who never heard of this program: what was added to which field, how
// much of the growth that is, and the line that makes it. Terms of art stay in details. The same in the editor and on a
// terminal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// The types that a sentence names, of all that was taken in: at most two, the strongest first, and beside types of the
/// program none of the JDK, which are keys and boxes of theirs.
std::vector<TakenIn> namedTypes(std::span<const TakenIn> taken);

/// One to three complete sentences: what happened, who else holds it, and the line that makes it.
Sentence sentenceAbout(const SuspectAnswer& suspect, const HeapGain& gain);
/// `taken`: of all its leaves, by type.
Sentence sentenceAbout(const GrowthRow& row, std::span<const TakenIn> taken, const HeapGain& gain);

}  // namespace heaptrail
