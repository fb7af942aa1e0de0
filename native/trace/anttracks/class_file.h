// What Java class files tell beyond the symbols: superclass, source file, lines.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heaptrail::anttracks {

struct ClassFile {
  struct LineStart {
    uint32_t bci = 0;
    uint32_t line = 0;
  };

  std::string name;                                                  // `java/util/HashMap$Node`
  std::string superclass;                                            // likewise; empty for java.lang.Object
  std::string sourceFile;                                            // empty when unknown
  std::map<std::string, std::vector<LineStart>, std::less<>> lines;  // by method and descriptor: `put(I)V`

  /// 0 when unknown.
  uint32_t lineOf(std::string_view method, uint32_t bci) const;
};

/// Nothing when these bytes are no class file.
std::optional<ClassFile> readClassFile(std::span<const uint8_t> bytes);

}  // namespace heaptrail::anttracks
