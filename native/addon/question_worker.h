// Answers one question on a thread of its own, so that Node.js's loop never waits.
//
// The work is given as a function from Progress to the answer's JSON text. Progress comes back through a callback, the
// end through a promise. All JavaScript is touched on the loop's thread only; no exception crosses the border.
#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/progress.h"

namespace heaptrail::addon {

using Work = std::function<Result<std::string>(Progress&)>;

/// Starts the work and gives `{promise, cancel()}`. `onProgress` may be empty.
Napi::Object start(Napi::Env env, Work work, Napi::Function onProgress);

/// An Error as JavaScript sees it: `message`, `kind`, and `where` if known.
Napi::Value toJavaScript(Napi::Env env, const Error& error);

}  // namespace heaptrail::addon
