#include "answer/trace_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include "base/checksum.h"

namespace heaptrail {

namespace {

constexpr uint64_t kSamples = 64;
constexpr uint64_t kSampleBytes = 16384;
constexpr std::string_view kEnding = ".heaptrail-cache";

/// Tells a file by its size, its time of change, and samples of its bytes, first and last ones included: milliseconds,
/// however large it is. 0 where it cannot be read.
uint64_t fingerprint(const std::string& path, std::string_view options) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  struct stat status{};
  uint64_t result = 0;
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    const auto size = static_cast<uint64_t>(status.st_size);
    const std::string told =
        fmt::format("{}|{}|{}|{}.{}", HEAPTRAIL_VERSION, options, size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    std::vector<uint8_t> bytes(told.begin(), told.end());
    std::vector<uint8_t> sample(kSampleBytes);
    for (uint64_t i = 0; i < kSamples; ++i) {
      const uint64_t last = size > kSampleBytes ? size - kSampleBytes : 0;
      const ssize_t read =
          ::pread(descriptor, sample.data(), sample.size(), static_cast<off_t>(last / (kSamples - 1) * i));
      if (read > 0) bytes.insert(bytes.end(), sample.begin(), sample.begin() + read);
    }
    const ssize_t read = ::pread(descriptor, sample.data(), sample.size(),
                                 static_cast<off_t>(size > kSampleBytes ? size - kSampleBytes : 0));
    if (read > 0) bytes.insert(bytes.end(), sample.begin(), sample.begin() + read);
    result = checksum(bytes);
  }
  ::close(descriptor);
  return result;
}

}  // namespace

TraceCache::TraceCache(std::string folder, const std::string& path, std::string_view options)
    : folder_(std::move(folder)), key_(fingerprint(path, options)) {
  if (key_ == 0) folder_.clear();
  if (folder_.empty()) return;
  // Where it cannot be made, writing will say so.
  std::error_code problem;
  std::filesystem::create_directories(folder_, problem);
}

std::string TraceCache::fileOf(std::string_view name) const {
  return fmt::format("{}/{:016x}.{}{}", folder_, key_, name, kEnding);
}

void TraceCache::remove(std::string_view name) const {
  std::error_code problem;
  std::filesystem::remove(fileOf(name), problem);
}

bool TraceCache::has(std::string_view name) const {
  std::error_code problem;
  return exists() && std::filesystem::exists(fileOf(name), problem);
}

uint64_t TraceCache::bytes() const {
  uint64_t sum = 0;
  std::error_code problem;
  const std::string prefix = fmt::format("{:016x}.", key_);
  if (!exists()) return 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, problem)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(kEnding)) sum += entry.file_size(problem);
  }
  return sum;
}

}  // namespace heaptrail
