// Diagnostics for terminals, as compilers write them:
//
//   cache.ds:3:10: error: expected ; but found } [syntax]
//     Entry[] }
//            ^
//     fix: insert ;
#pragma once

#include <functional>
#include <string>

#include "dsl/diagnostic.h"
#include "dsl/source_text.h"

namespace heaptrail::dsl {

/// `sourceOf`: the text of a file that a related place names, or null where it is not known.
std::string describe(const Diagnostic& diagnostic, const SourceText& source,
                     const std::function<const SourceText*(const std::string& file)>& sourceOf);

}  // namespace heaptrail::dsl
