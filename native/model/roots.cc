#include "model/roots.h"

#include <array>

namespace heaptrail {

namespace {

struct RootKindName {
  std::string_view word;
  std::string_view label;
};

constexpr std::array<RootKindName, kRootKinds> kNames{{
    {"unknown", "Unknown"},
    {"jni-global", "JNI global reference"},
    {"jni-local", "JNI local reference"},
    {"java-frame", "Java local variable"},
    {"native-stack", "Native stack"},
    {"system-class", "System class"},
    {"thread-block", "Thread block"},
    {"monitor", "Monitor in use"},
    {"thread", "Thread"},
    {"interned-string", "Interned string"},
    {"finalizing", "Being finalized"},
    {"debugger", "Debugger"},
    {"reference-cleanup", "Reference cleanup"},
    {"vm-internal", "VM internal"},
    {"jni-monitor", "JNI monitor"},
    {"static-field", "Static field"},
    {"unwritten", "Held by the JVM (not written to the dump)"},
}};

}  // namespace

std::string_view rootKindWord(RootKind kind) { return kNames[static_cast<size_t>(kind)].word; }
std::string_view rootKindLabel(RootKind kind) { return kNames[static_cast<size_t>(kind)].label; }

}  // namespace heaptrail
