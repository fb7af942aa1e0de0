# precompile(TARGET WAY [HEADER…]): what most files include of libraries is read once for all targets that are compiled the same WAY. The first
# target of a way says which headers it has beside the usual ones.
#
# Only builds for tests under sanitizers do so (HEAPTRAIL_PRECOMPILE in CMakePresets.json): where all of these headers are there, nobody
# notices that a file does not include what it needs. Debug and Release tell.
set(PRECOMPILED
  <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <compare> <concepts> <condition_variable> <cstddef> <cstdint> <cstdlib> <cstring>
  <deque> <expected> <filesystem> <fmt/format.h> <fstream> <functional> <iterator> <limits> <map> <memory> <mutex> <numeric> <optional> <random>
  <ranges> <set> <span> <sstream> <stdexcept> <string> <string_view> <system_error> <thread> <tuple> <type_traits> <unordered_map>
  <unordered_set> <utility> <variant> <vector>)

function(precompile target way)
  if(NOT HEAPTRAIL_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET precompiled_${way})
    set(nothing ${CMAKE_BINARY_DIR}/nothing.cc)
    file(CONFIGURE OUTPUT ${nothing} CONTENT "// Precompiled headers belong to a library, and this is all of it.\n")
    add_library(precompiled_${way} OBJECT ${nothing})
    target_link_libraries(precompiled_${way} PRIVATE ${FMT})
    target_compile_options(precompiled_${way} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>)
    target_precompile_headers(precompiled_${way} PRIVATE ${PRECOMPILED} ${ARGN})
  endif()
  # Code for programs is another way than code for libraries, unless it is told otherwise.
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM precompiled_${way})
endfunction()

if(HEAPTRAIL_PRECOMPILE)
  # With the time of the headers in it, it would be another file in each build, and a compiler cache would know nothing of what includes it.
  target_compile_options(heaptrail_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  # ccache leaves alone what includes precompiled headers unless it may take macros that only these define, and no __TIME__, for granted.
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
endif()
