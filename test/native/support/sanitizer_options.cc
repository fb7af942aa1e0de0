// Where undefined behaviour was found the builds with sanitizers end with an illegal instruction (CMakeLists.txt). The
// address and the thread sanitizer, which ask these functions when a program starts, then say in which line.

extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_options();  // NOLINT(bugprone-reserved-identifier)

namespace {

constexpr const char* kOptions = "handle_sigill=1";

}  // namespace

extern "C" __attribute__((used, visibility("default"))) const char* __asan_default_options() { return kOptions; }
extern "C" __attribute__((used, visibility("default"))) const char* __tsan_default_options() { return kOptions; }
