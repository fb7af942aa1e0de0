// What a sentence calls the containers of a suspect or a row: by the field that holds them, by how many of a kind there
// are where, or by who made them.
#pragma once

#include <cstddef>
#include <functional>

#include "answer/shared/growth_row.h"
#include "answer/shared/sentence.h"

namespace heaptrail {

/// `one, another and a third`.
void sayList(Sentence& sentence, size_t count, const std::function<void(size_t)>& say);

/// `SessionStore.byToken`, `3 HashMaps in Customer.visits`, `Bank.accounts and Audit.log`; without a name `the HashMap
/// created in Service.open:12`.
void sayContainer(Sentence& sentence, const SuspectAnswer& suspect);
void sayContainer(Sentence& sentence, const GrowthRow& row);

/// Whether a sentence is about more than one container. Those beside the named one that did not grow have no part in
/// it.
bool areSeveral(const SuspectAnswer& suspect);

/// Whether what piled up is held by nothing but local variables of one method.
bool isInLocalVariables(const SuspectAnswer& suspect);

}  // namespace heaptrail
