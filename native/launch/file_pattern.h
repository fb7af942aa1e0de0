// Names of recordings before the processes are known that write them: `%p` stands for a process id, `%%` for a percent
// sign, as the recorder reads them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace heaptrail {

/// The pattern that stands for this text and nothing else.
std::string literalPattern(std::string_view text);

/// Does it stand for a file of its own for each process?
bool namesTheProcess(std::string_view pattern);

/// The file that the process with this id writes.
std::string fileOf(std::string_view pattern, int64_t process);

/// The files that are there and that some process could have written.
std::set<std::string> filesMatching(const std::string& pattern);

}  // namespace heaptrail
