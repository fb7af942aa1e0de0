// The description language for Node.js: `language(request, arguments)`, answered at once, because an editor's
// keystrokes must be taken in their order and nothing takes longer than a few milliseconds.
#pragma once

#include <napi.h>

#include <memory>

#include "language/language_workspace.h"

namespace heaptrail::addon {

/// Adds `language` and its legend of words to what the addon exports.
void exportLanguage(Napi::Env env, Napi::Object exports, std::shared_ptr<LanguageWorkspace> workspace);

}  // namespace heaptrail::addon
