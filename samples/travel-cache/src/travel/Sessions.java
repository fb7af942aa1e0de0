package travel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who is travelling. A cache as it should be: whoever was away for longest is forgotten when there are too many. */
final class Sessions {
  private static final int MOST = 500;

  /** A traveller, and the cities visited last. */
  static final class Session {
    private static final int MOST_VISITS = 5;
    private final Deque<String> visited = new ArrayDeque<>(MOST_VISITS + 1);

    void visit(String city) {
      visited.addLast(city);
      if (visited.size() > MOST_VISITS) visited.removeFirst();
    }
  }

  private final Map<String, Session> byTraveller = new LinkedHashMap<>(16, 0.75f, true) {
    @Override protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
      return size() > MOST;
    }
  };

  Session of(String traveller) {
    return byTraveller.computeIfAbsent(traveller, name -> new Session());
  }
}
