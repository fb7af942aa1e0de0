// How the engine says that something could not be done: a value, never an exception, at the borders of its rooms.
//
// An Error is read by a person. Its message says what was expected and what was found; `where` says in which file and
// at which byte; `usable` says what can still be done with the input. Mistakes of the programmer are assertions
// instead.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace heaptrail {

enum class ErrorKind {
  kInput,      // the file cannot be read or is not what it claims to be
  kNotYet,     // the file grows, and what is asked for may come to be in it
  kUsage,      // the question itself makes no sense (an unknown option, a point that is not there)
  kCancelled,  // the user asked to stop
  kMemory,     // the machine has too little memory for the answer
  kInternal,   // a mistake of ours
};

std::string_view toString(ErrorKind kind);

/// A place in a file.
struct FilePlace {
  std::string file;
  std::optional<uint64_t> offset;
};

struct Error {
  ErrorKind kind = ErrorKind::kInternal;
  std::string message;
  std::optional<FilePlace> where = std::nullopt;

  /// One line for a terminal: `FILE, at byte N: MESSAGE`.
  std::string describe() const;
};

template <typename T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

inline std::unexpected<Error> inputError(std::string message, FilePlace where) {
  return std::unexpected(Error{ErrorKind::kInput, std::move(message), std::move(where)});
}
inline std::unexpected<Error> usageError(std::string message) {
  return std::unexpected(Error{ErrorKind::kUsage, std::move(message)});
}
inline std::unexpected<Error> cancelledError() { return std::unexpected(Error{ErrorKind::kCancelled, "Cancelled."}); }

}  // namespace heaptrail
