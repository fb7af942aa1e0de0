// Where undefined behaviour was found the checked build ends with an illegal instruction (CMakeLists.txt). The address
// sanitizer, which asks this function when a program starts, then says in which line.

extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)

extern "C" __attribute__((used, visibility("default"))) const char* __asan_default_options() {
  return "handle_sigill=1";
}
