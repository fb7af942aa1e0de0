// The class files that the VM parsed while it traced.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "trace/anttracks/class_file.h"
#include "trace/anttracks/trace_folder.h"

namespace heaptrail::anttracks {

class ClassDefinitions {
 public:
  /// What cannot be read is left out, with a warning.
  static Result<ClassDefinitions> read(const FoundFile& file, std::vector<Warning>& warnings);

  /// None when the file does not have it.
  const ClassFile* ofType(uint32_t id) const;
  /// By the name as in source: `java.util.HashMap$Node`. Of several of that name, the one that was parsed first.
  const ClassFile* named(const std::string& name) const;

 private:
  std::vector<ClassFile> files_;
  std::unordered_map<uint32_t, size_t> byType_;
  std::unordered_map<std::string, size_t> byName_;
};

}  // namespace heaptrail::anttracks
