#include "trace/jsonl/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace heaptrail::jsonl {

namespace {

constexpr size_t kFirstBuffer = size_t{1} << 20;
constexpr size_t kBlock = size_t{256} << 10;  // read at once
constexpr size_t kPadding = 64;               // simdjson reads up to 32 bytes behind its input

}  // namespace

std::unexpected<Error> lineError(const std::string& file, const Line& line, std::string_view expected,
                                 std::string_view found) {
  return inputError(fmt::format("line {}: expected {}, found {}", line.number, expected, found), {file, line.offset});
}

bool startsLikeObject(std::string_view line) { return line.starts_with("{\"o\":"); }
bool startsLikeRoot(std::string_view line) { return line.starts_with("{\"root\":"); }

LineReader::LineReader(ByteInput& input, std::string file, uint64_t number)
    : input_(input), file_(std::move(file)), nextOffset_(input.position()) {
  line_.number = number - 1;
  reserve(kFirstBuffer);
}

LineReader::~LineReader() { std::free(buffer_.data()); }

bool LineReader::next() {
  if (failure_) return false;
  size_t searched = begin_;
  for (;;) {
    const void* found = searched == end_ ? nullptr : std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    size_t length = 0;
    if (found != nullptr) {
      length = static_cast<size_t>(static_cast<const char*>(found) - buffer_.data()) - begin_;
    } else {
      searched = end_ - begin_;
      const std::string_view start(buffer_.data() + begin_, searched);
      if (searched > kLongestOther && !startsLikeObject(start)) {
        failure_ = lineError(file_, {{}, line_.number + 1, nextOffset_},
                             "the end of the line, because only lines that begin with {\"o\": may be so long",
                             fmt::format("{} bytes without one", searched))
                       .error();
        return false;
      }
      if (fill()) {
        searched += begin_;
        continue;
      }
      if (failure_ || begin_ == end_) return false;
      endless_ = true;
      length = end_ - begin_;
    }
    line_.text = buffer_.subspan(begin_, length);
    ++line_.number;
    line_.offset = nextOffset_;
    const size_t taken = length + (endless_ ? 0 : 1);
    begin_ += taken;
    nextOffset_ += taken;
    if (length > 0 && line_.text.back() == '\r') line_.text = line_.text.first(length - 1);
    return true;
  }
}

/// Reads on behind what is there; false at the end. What lies before `begin_` is gone afterwards.
bool LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kBlock + kPadding) reserve(2 * buffer_.size());
  size_t block = kBlock;
  while (block > 0 && !input_.ensure(block)) block /= 2;
  if (input_.failure()) failure_ = input_.failure();
  if (block == 0 || failure_) return false;
  std::memcpy(buffer_.data() + end_, input_.cursor(), block);
  input_.advance(block);
  end_ += block;
  return true;
}

// realloc moves large buffers without copying them.
void LineReader::reserve(size_t bytes) {
  void* memory = std::realloc(buffer_.data(), bytes);
  if (memory == nullptr) throw std::bad_alloc();
  buffer_ = {static_cast<char*>(memory), bytes};
}

}  // namespace heaptrail::jsonl
