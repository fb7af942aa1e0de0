// The rows of one level as they are asked for: searched and sorted.
#pragma once

#include <cstdint>
#include <vector>

#include "answer/heap/heap_question.h"
#include "classify/group_row.h"
#include "model/size.h"

namespace heaptrail {

/// The sizes of all rows, where they are known; null where they are not.
struct RowSizes {
  const std::vector<Size>* deep = nullptr;
  const std::vector<Size>* retained = nullptr;
  const std::vector<uint64_t>* gain = nullptr;
};

/// The rows whose keys contain a text, in either case.
std::vector<uint32_t> searchRows(const std::vector<GroupRow>& rows, const std::string& search);

/// Puts rows that come in the order of their keys into the order asked for. Equal rows stay in order of their keys.
void sortRows(std::vector<uint32_t>& chosen, const std::vector<GroupRow>& rows, const RowSizes& sizes, HeapOrder order,
              bool ascending);

}  // namespace heaptrail
