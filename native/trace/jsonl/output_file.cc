#include "trace/jsonl/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace heaptrail::jsonl {

namespace {

constexpr int kMostNames = 100;

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path) {
  int number = EEXIST;
  for (int i = 0; i < kMostNames && number == EEXIST; ++i) {
    std::string temporary = fmt::format("{}.{}-{}.part", path, getpid(), i);
    const int descriptor = ::open(temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor >= 0) return OutputFile(path, std::move(temporary), descriptor);
    number = errno;
  }
  return inputError(fmt::format("cannot be written: {}", std::strerror(number)), {path, std::nullopt});
}

OutputFile::OutputFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

Status OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return problem("cannot be written to the end", written < 0 ? errno : ENOSPC);
    text.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Status OutputFile::finish() {
  // Some file systems tell only now that the disk is full.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) return problem("cannot be written", errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return problem("cannot be given its name", errno);
  ::close(std::exchange(descriptor_, -1));
  return {};
}

std::unexpected<Error> OutputFile::problem(std::string_view what, int number) const {
  const bool full = number == ENOSPC || number == EDQUOT;
  return inputError(fmt::format("{}: {}{}", what, std::strerror(number),
                                full ? "; make room or choose another disk, nothing was changed" : ""),
                    {path_, std::nullopt});
}

}  // namespace heaptrail::jsonl
