// Numbers, types and lines of the program as sentences about growth say them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answer/shared/sentence.h"
#include "growth/heap_gain.h"

namespace heaptrail {

/// `13,792 Sessions`, `1 Session`, `30 byte[] arrays`: what is not a plain plural with an s keeps its name, `20 Entry
/// objects`. The name is a link, except to types of the JDK and arrays.
void sayCounted(Sentence& sentence, uint64_t count, std::string_view type);
/// `12 more Sessions`.
void sayMore(Sentence& sentence, uint64_t count, std::string_view type);
/// `Sessions`.
std::string pluralOf(std::string_view type);

/// `SessionStore.begin:13`. What runs when an object is built has no name that anybody wrote: it is the field's, if
/// that is known, `field byToken, line 9`, or else the class's, `SessionStore, line 9`. A lambda's is the method's it
/// is in.
std::string lineWords(const Frame& frame, const std::optional<FieldName>& field = {});

/// `97.2 %` of a share 0…1; `≈ 97.2 %` of an estimate.
std::string shareWords(double share, bool isEstimated);

/// `80.2 % of the heap's growth`; `80.2 % of the heap` where it is compared with nothing; where the heap did not grow,
/// `1.2 MiB more (9.8 % of the heap)`.
std::string shareOfGrowth(const GrownSize& size, const HeapGain& gain);

}  // namespace heaptrail
