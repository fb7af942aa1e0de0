#include "base/byte_input.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "base/gzip_input.h"
#include "base/mapped_file.h"
#include "base/try.h"

namespace heaptrail {

namespace {

// Large enough that paging in by windows costs nothing, small enough that progress and cancel come often.
constexpr uint64_t kWindowBytes = uint64_t{8} << 20;

/// A stretch of a mapped file. The window grows forward; the memory stays where it is, so nothing is ever copied.
class MappedInput final : public ByteInput {
 public:
  MappedInput(const MappedFile& file, const std::string& path, Progress& progress, uint64_t from, uint64_t to)
      : mapped_(file),
        path_(path),
        progress_(progress),
        released_(from),
        loaded_(from),
        to_(std::min(to, file.size())) {
    origin_ = file.data();
    cursor_ = end_ = origin_ + from;
  }
  ~MappedInput() override { mapped_.release(released_, loaded_); }

 private:
  bool refill(size_t bytes) override {
    if (failure_ || bytes > to_ - position()) return false;
    mapped_.release(released_, position());
    released_ = position();
    const uint64_t until = std::min(to_, std::max(loaded_ + kWindowBytes, position() + bytes));
    const uint64_t from = std::max(loaded_, position());
    if (const Status loaded = mapped_.load(path_, from, until); !loaded) {
      failure_ = loaded.error();
      return false;
    }
    if (!progress_.advance(until - loaded_)) {
      failure_ = cancelledError().error();
      return false;
    }
    loaded_ = until;
    end_ = origin_ + until;
    return true;
  }

  bool skipFar(uint64_t bytes) override {
    if (failure_) return false;
    const bool inside = bytes <= to_ - position();
    const uint64_t target = inside ? position() + bytes : to_;
    // What is jumped over is never paged in: it counts as done, and the window starts anew behind it.
    mapped_.release(released_, loaded_);
    if (!progress_.advance(target - loaded_)) {
      failure_ = cancelledError().error();
      return false;
    }
    released_ = loaded_ = target;
    cursor_ = end_ = origin_ + target;
    return inside;
  }

  const MappedFile& mapped_;
  const std::string& path_;
  Progress& progress_;
  uint64_t released_;  // pages before this are given back
  uint64_t loaded_;    // pages before this have been paged in
  uint64_t to_;
};

/// Parts of a mapped file that were read last and stay paged in, for readers that come back to the same places.
class KeptWindows {
 public:
  /// A longer range is better read from front to back.
  static constexpr uint64_t kLongestRange = uint64_t{512} << 10;

  KeptWindows(const MappedFile& file, const std::string& path) : file_(file), path_(path) { windows_.fill(kNone); }

  Status load(uint64_t from, uint64_t to) {
    TRY(file_.expectBytes(path_, from, to));
    for (uint64_t window = from / kBytes; window * kBytes < to; ++window) TRY(loadWindow(window));
    return {};
  }

 private:
  static constexpr uint64_t kBytes = uint64_t{64} << 10;
  static constexpr size_t kKept = 128;
  static constexpr uint64_t kNone = ~uint64_t{0};

  Status loadWindow(uint64_t window) {
    if (isKept(window)) return {};
    TRY(file_.load(path_, window * kBytes, std::min((window + 1) * kBytes, file_.size())));
    // Whoever still reads in the one that goes finds the same bytes, which only come in one by one.
    const uint64_t gone = keep(window);
    if (gone != kNone) file_.release(gone * kBytes, std::min((gone + 1) * kBytes, file_.size()));
    return {};
  }

  bool isKept(uint64_t window) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::find(windows_, window) != windows_.end();
  }

  /// @returns the window in whose place it comes
  uint64_t keep(uint64_t window) {
    const std::lock_guard lock(mutex_);
    // Others may have loaded it at the same time.
    if (std::ranges::find(windows_, window) != windows_.end()) return kNone;
    const uint64_t gone = std::exchange(windows_[next_], window);
    next_ = (next_ + 1) % kKept;
    return gone;
  }

  const MappedFile& file_;
  const std::string& path_;
  mutable std::mutex mutex_;
  std::array<uint64_t, kKept> windows_{};
  size_t next_ = 0;
};

/// A short stretch of a mapped file.
class KeptInput final : public ByteInput {
 public:
  KeptInput(const MappedFile& file, KeptWindows& windows, Progress& progress, uint64_t from, uint64_t to)
      : windows_(windows), progress_(progress), to_(std::min(to, file.size())) {
    origin_ = file.data();
    cursor_ = end_ = origin_ + from;
  }

 private:
  bool refill(size_t bytes) override {
    if (failure_ || bytes > to_ - position()) return false;
    if (const Status loaded = windows_.load(position(), to_); !loaded) {
      failure_ = loaded.error();
      return false;
    }
    if (!progress_.advance(to_ - position())) {
      failure_ = cancelledError().error();
      return false;
    }
    end_ = origin_ + to_;
    return true;
  }

  bool skipFar(uint64_t bytes) override {
    if (failure_) return false;
    const bool inside = bytes <= to_ - position();
    const uint8_t* const target = inside ? cursor_ + bytes : origin_ + to_;
    if (target > end_) {
      // What is jumped over is never paged in, and counts as done.
      if (!progress_.advance(static_cast<uint64_t>(target - end_))) {
        failure_ = cancelledError().error();
        return false;
      }
      end_ = target;
    }
    cursor_ = target;
    return inside;
  }

  KeptWindows& windows_;
  Progress& progress_;
  uint64_t to_;
};

/// Of a file that could not be read to where the range begins.
class FailedInput final : public ByteInput {
 public:
  explicit FailedInput(Error failure) { failure_ = std::move(failure); }

 private:
  bool refill(size_t) override { return false; }
  bool skipFar(uint64_t) override { return false; }
};

}  // namespace

struct InputFile::Content {
  Content(std::string itsPath, MappedFile itsFile, bool isCompressed)
      : path(std::move(itsPath)), file(std::move(itsFile)), compressed(isCompressed) {}

  const std::string path;
  const MappedFile file;
  const bool compressed;
  mutable KeptWindows windows{file, path};
  mutable std::mutex building;  // held by whoever unpacks all of it to know places
  mutable std::mutex known;
  mutable std::unique_ptr<const GzipBlocks> blocks;  // once they are known they stay

  const GzipBlocks* knownBlocks() const {
    const std::lock_guard lock(known);
    return blocks.get();
  }
};

Result<InputFile> InputFile::open(const std::string& path) {
  MappedFile file = TRY(MappedFile::open(path));
  const uint64_t head = std::min<uint64_t>(file.size(), 2);
  TRY(head > 0 ? file.load(path, 0, head) : Status{});
  const bool compressed = head == 2 && file.data()[0] == 0x1f && file.data()[1] == 0x8b;
  return InputFile(std::make_shared<const Content>(path, std::move(file), compressed));
}

InputFile::InputFile(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
InputFile::InputFile(InputFile&&) noexcept = default;
InputFile& InputFile::operator=(InputFile&&) noexcept = default;
InputFile::~InputFile() = default;

const std::string& InputFile::path() const { return content_->path; }
uint64_t InputFile::bytesOnDisk() const { return content_->file.size(); }
bool InputFile::compressed() const { return content_->compressed; }

std::unique_ptr<ByteInput> InputFile::read(Progress& progress) const {
  if (compressed()) return readPacked(progress, false);
  return readRange(progress, 0, bytesOnDisk());
}

std::unique_ptr<ByteInput> InputFile::readForRanges(Progress& progress) const {
  if (compressed()) return readPacked(progress, content_->knownBlocks() == nullptr);
  return readRange(progress, 0, bytesOnDisk());
}

std::unique_ptr<ByteInput> InputFile::readPacked(Progress& progress, bool notePlaces) const {
  const Content* const content = content_.get();  // which the input keeps
  TakePlaces take;
  if (notePlaces) {
    take = [content](GzipPlaces places) {
      const std::lock_guard lock(content->known);
      if (content->blocks) return;
      content->blocks = std::make_unique<const GzipBlocks>(content->file, content->path, std::move(places));
    };
  }
  std::unique_ptr<ByteInput> input = makeGzipInput(content_->file, content_->path, progress, std::move(take));
  input->file_ = content_;
  return input;
}

const GzipBlocks* InputFile::blocks(Progress& progress, std::optional<Error>& failure) const {
  if (const GzipBlocks* known = content_->knownBlocks()) return known;
  const std::lock_guard lock(content_->building);
  if (const GzipBlocks* known = content_->knownBlocks()) return known;
  const std::unique_ptr<ByteInput> input = readPacked(progress, true);
  while (input->skip(ByteInput::kLongestLookahead)) {
    // All of it, once.
  }
  failure = input->failure();
  return content_->knownBlocks();
}

std::unique_ptr<ByteInput> InputFile::readRange(Progress& progress, uint64_t from, uint64_t to) const {
  std::unique_ptr<ByteInput> input;
  if (compressed()) {
    std::optional<Error> failure;
    const GzipBlocks* const blocks = this->blocks(progress, failure);
    if (blocks != nullptr) {
      input = makeGzipRange(*blocks, progress, from, to);
    } else {
      input = std::make_unique<FailedInput>(failure.value_or(cancelledError().error()));
    }
  } else if (from < to && to - from <= KeptWindows::kLongestRange) {
    input = std::make_unique<KeptInput>(content_->file, content_->windows, progress, from, to);
  } else {
    input = std::make_unique<MappedInput>(content_->file, content_->path, progress, from, to);
  }
  input->file_ = content_;
  return input;
}

}  // namespace heaptrail
