package travel;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was asked last, for the support desk: so many, and no more. */
final class RecentQuestions {
  private static final int MOST = 1_000;
  private final Deque<String> questions = new ArrayDeque<>(MOST + 1);

  void note(String question) {
    questions.addLast(question);
    if (questions.size() > MOST) questions.removeFirst();
  }
}
