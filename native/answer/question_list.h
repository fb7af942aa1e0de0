// All questions about an open trace, one line each: whoever offers them to others (the addon, the JSON schema) goes
// through this list. For each question there is a function `ask` that answers it, and a function `write` for the
// answer.
#pragma once

#include "answer/check/growth_check.h"
#include "answer/descriptions/descriptions_question.h"
#include "answer/growth/growth_question.h"
#include "answer/growth/growth_tree_answer.h"
#include "answer/heap/heap_question.h"
#include "answer/info/info_question.h"
#include "answer/inspect/inspect_question.h"
#include "answer/object/object_question.h"
#include "answer/ownership/ownership_question.h"
#include "answer/store/store_question.h"
#include "answer/structures/structures_question.h"
#include "answer/threads/threads_question.h"
#include "answer/timeline/timeline_question.h"
#include "answer/trends/trend_question.h"
#include "answer/types/types_question.h"
#include "answer/waste/waste_question.h"

namespace heaptrail {

template <typename Visitor>
void forEachQuestion(Visitor& visitor) {
  visitor.template question<InfoQuestion>();
  visitor.template question<TimelineQuestion>();
  visitor.template question<TrendQuestion>();
  visitor.template question<HeapQuestion>();
  visitor.template question<SizesQuestion>();
  visitor.template question<InspectQuestion>();
  visitor.template question<ObjectQuestion>();
  visitor.template question<StructuresQuestion>();
  visitor.template question<OwnershipQuestion>();
  visitor.template question<OwnershipHistoryQuestion>();
  visitor.template question<WasteQuestion>();
  visitor.template question<ThreadsQuestion>();
  visitor.template question<GrowthQuestion>();
  visitor.template question<GrowthOfQuestion>();
  visitor.template question<GrowthTreeQuestion>();
  visitor.template question<InferredQuestion>();
  visitor.template question<GrowthCheckQuestion>();
  visitor.template question<TypesQuestion>();
  visitor.template question<DescribeQuestion>();
  visitor.template question<ProposalQuestion>();
  visitor.template question<StoreQuestion>();
}

}  // namespace heaptrail
