// How an answer is to be written.
#pragma once

namespace heaptrail {

enum class Form { kText, kJson, kCsv };

}  // namespace heaptrail
