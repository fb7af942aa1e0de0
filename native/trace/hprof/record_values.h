// Values of a heap dump, read from its records when they are asked for. Each question maps the one stretch of the file
// that holds the record (model/record_positions.h) and looks through it: some microseconds, or about one where
// it lies behind the one that was asked for before. Of the file the last parts stay, also of a compressed one,
// of which a megabyte is unpacked (base/gzip_places.h).
#pragma once

#include <memory>

#include "base/byte_input.h"
#include "model/heap.h"
#include "model/values.h"

namespace heaptrail::hprof {

/// Both outlive the result.
std::unique_ptr<const StoredValues> makeValues(const InputFile& file, uint32_t idBytes, const Heap& heap);

}  // namespace heaptrail::hprof
