// The lines of a file, one after the other, with their numbers and places.
//
// A line lies in a buffer of our own, followed by the readable bytes that simdjson wants behind its input, and may be
// written to. It may be of any length as long as it begins like an object: arrays have millions of elements, and then
// the buffer grows with the line. Lines of other kinds have a limit, so that a file without line ends does not come
// into memory whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_input.h"
#include "base/error.h"

namespace heaptrail::jsonl {

struct Line {
  std::span<char> text;  // without the line's end
  uint64_t number = 0;   // the first is 1
  uint64_t offset = 0;   // of its first byte in the (unpacked) file

  std::string_view view() const { return {text.data(), text.size()}; }
};

/// `FILE, at byte N: line 7: expected …, found …`
std::unexpected<Error> lineError(const std::string& file, const Line& line, std::string_view expected,
                                 std::string_view found);

/// Whether the line says at its very beginning that it is about an object or a root. A quick look that may miss some
/// and is never wrong about others: their kind follows from their keys.
bool startsLikeObject(std::string_view line);
bool startsLikeRoot(std::string_view line);

class LineReader {
 public:
  /// The most bytes a line may have that is not about an object, and one about an object without its references.
  static constexpr uint64_t kLongestOther = uint64_t{16} << 20;

  /// The input stands where line `number` begins.
  LineReader(ByteInput& input, std::string file, uint64_t number = 1);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Goes to the next line; false at the end of the file and when it cannot be read (see `failure`).
  bool next();
  const Line& line() const { return line_; }

  /// Whether the file ends within the present line.
  bool endless() const { return endless_; }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  bool fill();
  void reserve(size_t bytes);

  ByteInput& input_;
  std::string file_;
  std::span<char> buffer_;
  size_t begin_ = 0;  // of what was read but not yet given out as a line
  size_t end_ = 0;
  Line line_;
  uint64_t nextOffset_;
  bool endless_ = false;
  std::optional<Error> failure_;
};

}  // namespace heaptrail::jsonl
