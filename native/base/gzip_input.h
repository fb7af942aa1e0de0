// Gzip as a ByteInput: a thread unpacks ahead while the parser works on what is there.
#pragma once

#include <memory>
#include <string>

#include "base/byte_input.h"
#include "base/mapped_file.h"

namespace heaptrail {

/// `file` and `path` must outlive the input.
std::unique_ptr<ByteInput> makeGzipInput(const MappedFile& file, const std::string& path, Progress& progress);

}  // namespace heaptrail
