// Numbers for people: grouped digits, binary units, shares.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heaptrail {

std::string groupedDigits(uint64_t number);                  // 12,345,678
std::string counted(uint64_t count, std::string_view what);  // 1 file, 12 files
std::string binaryUnits(uint64_t bytes);                     // 1.4 GiB
std::string percent(uint64_t part, uint64_t whole);          // 12.3 %
std::string utcTime(int64_t millisSince1970);                // 2026-01-02T03:04:05.678Z

}  // namespace heaptrail
