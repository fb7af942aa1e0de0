#include "session/trace_cache.h"

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

uint64_t fingerprint(std::span<const std::string> paths, std::string_view options) {
  if (paths.size() == 1) return fingerprint(paths.front(), options);
  std::string told;
  for (const std::string& path : paths) {
    const uint64_t one = fingerprint(path, options);
    if (one == 0) return 0;
    told += fmt::format("{:016x} ", one);
  }
  return checksum(std::vector<uint8_t>(told.begin(), told.end()));
}

struct Part {
  std::filesystem::path path;
  uint64_t bytes = 0;
  std::filesystem::file_time_type used;
};

/// Of all traces. What is not ours in the folder is left alone.
std::vector<Part> partsIn(const std::string& folder) {
  std::vector<Part> parts;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    if (!entry.path().string().ends_with(kEnding)) continue;
    const Part part{entry.path(), entry.file_size(problem), entry.last_write_time(problem)};
    if (!problem) parts.push_back(part);  // another process may just have deleted it
  }
  return parts;
}

}  // namespace

TraceCache::TraceCache(std::string folder, std::span<const std::string> paths, std::string_view options)
    : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  key_ = fingerprint(paths, options);
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

void TraceCache::markUsed(std::string_view name) const {
  std::error_code problem;
  std::filesystem::last_write_time(fileOf(name), std::filesystem::file_time_type::clock::now(), problem);
}

bool TraceCache::isOwn(const std::string& fileName) const {
  return fileName.starts_with(fmt::format("{:016x}.", key_));
}

uint64_t TraceCache::bytes() const {
  uint64_t sum = 0;
  if (!exists()) return sum;
  for (const Part& part : partsIn(folder_)) {
    if (isOwn(part.path.filename().string())) sum += part.bytes;
  }
  return sum;
}

void TraceCache::trim(uint64_t mostBytes) const {
  if (!exists()) return;
  std::vector<Part> parts = partsIn(folder_);
  uint64_t sum = 0;
  for (const Part& part : parts) sum += part.bytes;
  std::ranges::sort(parts, {}, &Part::used);
  for (const Part& part : parts) {
    if (sum <= mostBytes) return;
    if (isOwn(part.path.filename().string())) continue;
    std::error_code problem;
    if (std::filesystem::remove(part.path, problem)) sum -= part.bytes;
  }
}

}  // namespace heaptrail
