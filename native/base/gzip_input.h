// Gzip as a ByteInput: a thread unpacks ahead while the parser works on what is there.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/byte_input.h"
#include "base/gzip_places.h"
#include "base/mapped_file.h"

namespace heaptrail {

/// Takes the places that were noted on the way, when all of the file has been unpacked, or all that can be.
using TakePlaces = std::function<void(GzipPlaces)>;

/// `file` and `path` must outlive the input. Without `take` no places are noted.
std::unique_ptr<ByteInput> makeGzipInput(const MappedFile& file, const std::string& path, Progress& progress,
                                         TakePlaces take = {});

}  // namespace heaptrail
