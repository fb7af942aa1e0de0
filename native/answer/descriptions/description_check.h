// The question what is wrong with files of descriptions, alone or in view of a trace.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/shared/form.h"
#include "dsl/diagnostic.h"
#include "session/description_files.h"
#include "session/known_types.h"
#include "session/point_answer.h"

namespace heaptrail {

struct DescriptionsCheck {
  struct File {
    std::shared_ptr<const dsl::DescriptionFile> file;
    std::vector<dsl::Diagnostic> diagnostics;  // in the order of the text
  };
  std::vector<File> files;                           // in the order in which they were named
  std::shared_ptr<const dsl::DescriptionSet> among;  // with the shipped ones, where they hold
  std::optional<PointAnswer> point;                  // of the trace, where there is one

  size_t count(dsl::Severity severity) const;
};

/// All files, broken ones too; each once, however often it is named.
Result<std::shared_ptr<const dsl::DescriptionSet>> readDescriptionsToCheck(const DescriptionChoice& choice);

/// `known`: of a trace whose structures these descriptions describe; null without one.
DescriptionsCheck checkDescriptions(std::shared_ptr<const dsl::DescriptionSet> descriptions, const KnownTypes* known);

/// As text with the lines that are meant, as compilers write them; as CSV with a line for each diagnostic.
std::string write(const DescriptionsCheck& answer, Form form);

}  // namespace heaptrail
