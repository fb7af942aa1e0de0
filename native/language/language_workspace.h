// The description language as an editor asks for it: the files of a workspace, what is known of the open trace, and
// answers in the language server protocol's own shapes (JSON), so that the engine process only passes them on.
//
// Files are named by what the editor calls them (URIs). Every answer takes milliseconds; for any number of threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "dsl/description_set.h"
#include "dsl/source_text.h"
#include "language/known_types.h"
#include "session/known_types.h"

namespace heaptrail {

/// What an editor asks about one place or file; what a request has no use for is ignored.
struct LanguageQuestion {
  std::string request;  // "hover", "completion", …: see answer()
  std::string file;
  dsl::EditorPosition position;
  std::string text;               // a new name, or what is searched for
  bool withDescriptions = false;  // of references
};

class LanguageWorkspace {
 public:
  /// A file is there from now on, or has another text.
  void setFile(const std::string& file, std::string text);
  void removeFile(const std::string& file);
  /// Absolute names of the classes in the workspace's sources.
  void setWorkspaceTypes(std::vector<std::string> names);
  /// The trace whose types are known from now on, and what people call it.
  void setTrace(const KnownTypes& known, std::string name);
  void forgetTrace();

  /// hover, completion, definition, references, prepareRename, rename, symbols, workspaceSymbols, folds, tokens,
  /// format, diagnostics, text (of a file that comes with Heaptrail). Nothing to say is `null`.
  Result<std::string> answer(const LanguageQuestion& question) const;

  /// The sorts of words and their modifiers, in the order of the numbers in the answer to `tokens`.
  static std::vector<std::string> tokenTypes();
  static std::vector<std::string> tokenModifiers();

 private:
  struct State {
    std::shared_ptr<const dsl::DescriptionSet> descriptions;
    std::shared_ptr<const dsl::KnownTypes> known;
    std::vector<std::string> workspaceTypes;
  };

  State state() const;

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const dsl::DescriptionFile>> files_;
  mutable State state_;  // its descriptions are put together when they are asked for
};

}  // namespace heaptrail
