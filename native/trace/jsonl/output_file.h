// A file that comes into being whole or not at all: written under a temporary name, renamed at the end.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace heaptrail::jsonl {

class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  /// Takes away what was not finished.
  ~OutputFile();

  Status write(std::string_view text);
  Status finish();

 private:
  OutputFile(std::string path, std::string temporary, int descriptor);
  std::unexpected<Error> problem(std::string_view what, int number) const;

  std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
};

}  // namespace heaptrail::jsonl
