#include "launch/attach.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "base/try.h"
#include "launch/acting_as.h"

namespace heaptrail {

namespace {

// JVMs close the connection without a word when an argument is longer.
constexpr size_t kLongestArgument = 1024;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

std::string socketPath(const JavaProcess& java) {
  return java.seenFromHere(fmt::format("/tmp/.java_pid{}", java.inner));
}

bool isSocket(const std::string& path) {
  struct stat what{};
  return stat(path.c_str(), &what) == 0 && S_ISSOCK(what.st_mode);
}

/// The file by which a JVM that gets SIGQUIT knows that its socket is wanted and not a list of its threads. It must
/// belong to the JVM's user.
class WantedMark {
 public:
  explicit WantedMark(const JavaProcess& java) : java_(java) {
    const ActingAs owner(java.user, java.group);
    const std::string name = fmt::format(".attach_pid{}", java.inner);
    for (const std::string& path : {java.folder + "/cwd/" + name, java.seenFromHere("/tmp/" + name)}) {
      const Descriptor file(open(path.c_str(), O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600));
      if (file.number() < 0) continue;
      path_ = path;
      return;
    }
    problem_ = errno;
  }
  ~WantedMark() {
    const ActingAs owner(java_.user, java_.group);
    if (!path_.empty()) unlink(path_.c_str());
  }
  WantedMark(const WantedMark&) = delete;
  WantedMark& operator=(const WantedMark&) = delete;

  bool made() const { return !path_.empty(); }
  int problem() const { return problem_; }

 private:
  const JavaProcess& java_;
  std::string path_;
  int problem_ = 0;
};

Status wakeListener(const JavaProcess& java, std::chrono::milliseconds patience) {
  if (java.refusesToBeAttached()) {
    return java.error("it was started with -XX:+DisableAttachMechanism and cannot be attached to");
  }
  const std::optional<ProcessStatus> status = java.status();
  if (!status) return java.error("it has ended");
  if (status->stopped) return java.error("it is stopped, by a debugger or a signal: let it go on first");
  // Who does not handle it dies of it.
  if (!status->handles(SIGQUIT)) {
    return java.error(
        "it does not handle SIGQUIT, by which it would have to be woken: it has only just started, or was started with "
        "-Xrs");
  }
  const WantedMark mark(java);
  if (!mark.made()) {
    return java.error(
        fmt::format("no file can be made in its working folder or its /tmp to tell it that it is wanted: {}",
                    std::strerror(mark.problem())));
  }
  if (kill(java.id, SIGQUIT) != 0) return java.error(fmt::format("cannot be woken: {}", std::strerror(errno)));
  const auto end = std::chrono::steady_clock::now() + patience;
  std::chrono::milliseconds pause{10};
  while (!isSocket(socketPath(java))) {
    if (kill(java.id, 0) != 0) return java.error("it has ended");
    if (std::chrono::steady_clock::now() >= end) {
      return java.error(fmt::format(
          "it has not answered for {:.0f} s: does it collect garbage all the time, or does the machine swap?",
          std::chrono::duration<double>(patience).count()));
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(500));
  }
  return {};
}

Result<Descriptor> connected(const JavaProcess& java) {
  const std::string path = socketPath(java);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return java.error(path + ": too long for a socket's name");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.number() < 0) return java.error(fmt::format("no socket: {}", std::strerror(errno)));
  // JVMs up to 11 listen to nobody but their own user, not even to root.
  const ActingAs owner(java.user, java.group);
  if (connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return java.error(fmt::format("{}: cannot be connected to: {}", path, std::strerror(errno)));
  }
  return socket;
}

bool sendAll(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

std::string receiveAll(int socket) {
  std::string all;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t received = read(socket, buffer.data(), buffer.size());
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return all;
    all.append(buffer.data(), static_cast<size_t>(received));
  }
}

std::string trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin));
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<AttachReply> parseAttachReply(std::string_view reply) {
  const size_t end = reply.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::optional<int> result = number(reply.substr(0, end));
  if (!result) return std::nullopt;
  return AttachReply{*result, trimmed(reply.substr(end + 1))};
}

Result<AttachReply> askJvm(const JavaProcess& java, std::string_view command,
                           const std::array<std::string, 3>& arguments, std::chrono::milliseconds patience) {
  std::string request("1\0", 2);  // the protocol's version: 2 is for longer arguments, from JDK 24 on
  request.append(command).push_back('\0');
  for (const std::string& argument : arguments) {
    if (argument.size() > kLongestArgument) {
      return usageError(
          fmt::format("JVMs take at most {} bytes at once, found {}: {}", kLongestArgument, argument.size(), argument));
    }
    request.append(argument).push_back('\0');
  }
  if (!isSocket(socketPath(java))) {
    TRY(wakeListener(java, patience));
  }
  const Descriptor socket = TRY(connected(java));
  if (!sendAll(socket.number(), request)) {
    return java.error(fmt::format("it does not listen: {}", std::strerror(errno)));
  }
  const std::string reply = receiveAll(socket.number());
  if (reply.empty()) return java.error("it gave no answer: it has ended meanwhile, or does not take requests from us");
  const std::optional<AttachReply> understood = parseAttachReply(reply);
  if (!understood) return java.error(fmt::format("expected a number and text, found \"{}\"", trimmed(reply)));
  return *understood;
}

Result<int> loadAgent(const JavaProcess& java, const std::string& library, const std::string& options) {
  constexpr std::string_view kIsAbsolute = "true";
  const AttachReply reply = TRY(askJvm(java, "load", {library, std::string(kIsAbsolute), options}));
  std::string_view text = reply.text;
  constexpr std::string_view kCode = "return code: ";
  if (text.starts_with(kCode)) text.remove_prefix(kCode.size());
  const std::optional<int> code = number(text);
  if (reply.result == 0 && code) return *code;
  return java.error(fmt::format("the JVM has not loaded {}: {}", library,
                                reply.text.empty() ? fmt::format("result {}", reply.result) : reply.text));
}

}  // namespace heaptrail
