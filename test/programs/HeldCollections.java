import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collections of the same classes in the hands of different fields, in each other, and linked in every way that the JDK has. Prints
 * READY, then waits until its standard input closes; each line that it reads makes all of them twenty times as large.
 */
public class HeldCollections {
  private static final class Session {
    final Map<String, Integer> attributes = new HashMap<>();
    final List<String> visited = new ArrayList<>();
    final Map<String, List<Integer>> orders = new LinkedHashMap<>();
  }

  /** Keys that all come to the same place of a table: ConcurrentHashMap and HashMap make trees of them. */
  private static final class Colliding implements Comparable<Colliding> {
    final int number;

    Colliding(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      return number % 7;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Colliding colliding && colliding.number == number;
    }

    @Override
    public int compareTo(Colliding other) {
      return Integer.compare(number, other.number);
    }
  }

  private static final Map<String, Map<String, Object>> byName = new LinkedHashMap<>();
  private static final TreeMap<Integer, LinkedList<String>> byTime = new TreeMap<>();
  private static final List<Session> sessions = new ArrayList<>();
  private static final Map<Colliding, String> colliding = new ConcurrentHashMap<>();
  private static final Map<Colliding, String> collidingToo = new HashMap<>();
  private static final ArrayDeque<ArrayList<Object[]>> queue = new ArrayDeque<>();
  private static final List<Iterator<?>> iterators = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    int size = 20;
    fill(size);
    System.out.println("READY");
    while (System.in.read() >= 0) {
      size *= 20;
      fill(size);
      System.out.println("READY");
    }
  }

  private static void fill(int size) {
    for (int i = sessions.size(); i < size; i++) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("number", i);
      one.put("text", "text " + i);
      one.put("parts", new ArrayList<>(List.of("first of " + i, "second")));
      byName.put("name " + i, one);
      byTime.computeIfAbsent(i / 5, key -> new LinkedList<>()).add("event " + i);
      sessions.add(session(i));
      colliding.put(new Colliding(i % 2000), "value " + i);
      collidingToo.put(new Colliding(i % 2000), "value " + i);
      queue.add(new ArrayList<>(List.of(new Object[] {i, "element " + i}, new Object[] {})));
    }
    iterators.clear();
    for (Iterable<?> all : List.of(byName.values(), byTime.keySet(), sessions, collidingToo.entrySet(), byName.get("name 3").keySet())) {
      Iterator<?> iterator = all.iterator();
      iterator.next();
      iterators.add(iterator);
    }
  }

  private static Session session(int number) {
    Session session = new Session();
    session.attributes.put("number", number);
    session.visited.add("page " + number);
    if (number % 3 == 0) session.orders.put("today", new ArrayList<>(List.of(number, number + 1)));
    return session;
  }
}
