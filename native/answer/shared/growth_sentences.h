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

/// The types that a sentence names, of all that was taken in: at most two, the strongest first, and beside types of the
/// program none of the JDK, which are keys and boxes of theirs.
std::vector<TakenIn> namedTypes(std::span<const TakenIn> taken);

/// Whether data in a container grew, and hardly any elements were added that could be it.
bool areTooFew(GrowthPattern pattern, std::span<const TakenIn> added);

/// One to three complete sentences: what happened, who else holds it, and the line that makes it.
Sentence sentenceAbout(const SuspectAnswer& suspect, const HeapGain& gain);
/// `taken`: of all its leaves, by type.
Sentence sentenceAbout(const GrowthRow& row, std::span<const TakenIn> taken, const HeapGain& gain);

}  // namespace heaptrail
