// All questions and their parameters as JSON Schema (draft 2020-12), for programs that ask: the extension's TypeScript
// is generated from it, and agents get their tools from it.
#pragma once

#include <string>

namespace heaptrail {

/// `{"$schema":…,"$defs":{"heap":{"type":"object","description":…,"properties":{…}},…},"objectProperties":[…]}`, a
/// definition for each question, and all properties of objects, which groupings and conditions are made of.
std::string questionSchema();

}  // namespace heaptrail
