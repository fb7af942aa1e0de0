// TRY: goes on with what a call gives, or hands its error to the caller.
//
//   const Survey survey = TRY(readSurvey(file, progress));  // a Result<Survey>: its value, or we return its error
//   TRY(writer.finish());                                   // a Status: it is done, or we return its error
//
// Most functions can do nothing about a failure of what they call but hand it on. With TRY their lines read like the
// work itself, and where an `if` looks at a result, a failure means something.
//
// It is a macro because nothing else can return from the function around it. It stands for a block whose last
// expression is its value: a statement expression, which GCC and Clang know and the standard does not. Therefore
//   - the function around it gives a Result or a Status; a lambda says so behind its arrow;
//   - it stands alone, or is the whole of what a variable begins with, what is assigned, returned or given to a call as
//     its only argument. As one of several arguments it would return while others are made;
//   - what stands in it has no TRY in it. A lambda that has one is named in a line of its own first;
//   - the value is moved out of the result, as it were with `std::move(*result)`.
#pragma once

#include <expected>
#include <utility>

#define TRY(...)                                         \
  __extension__({                                        \
    auto tried_ = (__VA_ARGS__);                         \
    if (!tried_) [[unlikely]]                            \
      return std::unexpected(std::move(tried_).error()); \
    *std::move(tried_);                                  \
  })
