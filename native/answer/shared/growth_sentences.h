// What growth means, in the words of a developer who never heard of this program: what was added to which field, how
// much of the growth that is, and the line that makes it. Terms of art stay in details. The same in the editor and on a
// terminal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/growth_row.h"

namespace heaptrail {

/// What to do next about growth of this pattern. Where data grew and not what was taken in, it names the leaves that
/// lead to it.
std::string adviceOn(GrowthPattern pattern, std::span<const TakenIn> taken, std::span<const LeafGroup> leaves,
                     bool several);
/// Where entries know their keys weakly, and others hold the keys.
std::string adviceOnWeakKeys(std::string_view holderOfKeys);
/// The other way round: of who holds the keys, about what follows it.
std::string adviceOnFollower(std::string_view follower, std::string_view itsShare);

/// The types that a sentence names, of all that was taken in: at most two, the strongest first, and beside types of the
/// program none of the JDK, which are keys and boxes of theirs.
std::vector<TakenIn> namedTypes(std::span<const TakenIn> taken);

/// One to three complete sentences: what happened, who else holds it, and the line that makes it.
Sentence sentenceAbout(const SuspectAnswer& suspect, int64_t heapGrowth);
/// `taken`: of all its leaves, by type.
Sentence sentenceAbout(const GrowthRow& row, std::span<const TakenIn> taken, int64_t heapGrowth);

}  // namespace heaptrail
