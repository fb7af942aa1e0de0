// Talks to a running HotSpot JVM in the way of its own tools (jcmd, jstack), which a machine with nothing but a Java
// runtime does not have: over a socket in the JVM's /tmp, which it opens when it is asked to.
#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "base/error.h"
#include "launch/java_process.h"

namespace heaptrail {

struct AttachReply {
  int result = 0;  // 0: the JVM has done it
  std::string text;
};

/// A line with the result, then text. None where it is not that.
std::optional<AttachReply> parseAttachReply(std::string_view reply);

/// How long a JVM may take to open its socket.
constexpr std::chrono::seconds kAttachPatience{10};

/// Asks, and waits for the answer however long the JVM takes for it.
Result<AttachReply> askJvm(const JavaProcess& java, std::string_view command,
                           const std::array<std::string, 3>& arguments,
                           std::chrono::milliseconds patience = kAttachPatience);

/// Loads an agent, by its path as the JVM sees it, and gives what it answers to these options. An agent that is loaded
/// already is not loaded again, but asked again.
Result<int> loadAgent(const JavaProcess& java, const std::string& library, const std::string& options);

}  // namespace heaptrail
