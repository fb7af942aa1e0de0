// Scenes: small traces that are written down, questions about them in the words of the command line, and the answers
// that are known to be right (answer/golden/README.md). With HEAPTRAIL_ACCEPT=1 in the environment, answers that differ
// are written down instead.
#pragma once

#include <string>
#include <vector>

namespace heaptrail::test {

/// The names of all scenes, sorted.
std::vector<std::string> scenes();

/// Asks all questions of a scene, and fails for each answer that is not the one written down, with what differs.
void expectAnswers(const std::string& scene);

}  // namespace heaptrail::test
