import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists of items grow all the time, among others that grow and shrink: lists of events that are emptied, a queue that is worked off, a cache
 * that fills and stays, a session for each guest, who come and go. A collection in each round gives a point for each. Counts depend on the
 * round alone.
 */
public class GrowingLists {
  static final class Item {
    final long number;
    final int[] parts = new int[12];

    Item(long number) {
      this.number = number;
    }
  }

  static final class Event {
    final byte[] text = new byte[160];
  }

  static final class Task {
    final byte[] work = new byte[400];
  }

  static final class Session {
    final byte[] state = new byte[1200];
  }

  /** Nobody ever takes one out. */
  private static final List<List<Item>> BASKETS = new ArrayList<>();

  private static final List<List<Event>> LOGS = new ArrayList<>();
  private static final Deque<Task> QUEUE = new ArrayDeque<>();
  private static final Map<Integer, String> CACHE = new HashMap<>();
  private static final Map<Integer, Session> SESSIONS = new HashMap<>();

  public static void main(String[] arguments) throws InterruptedException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    for (int round = 0; round < rounds; round++) {
      fill(round);
      log();
      work(round);
      cache(round);
      welcome(round);
      System.gc();
      // Points are not taken closer to each other than it takes to take one.
      Thread.sleep(80);
    }
    int items = BASKETS.stream().mapToInt(List::size).sum();
    System.out.println("holds Item " + items);
  }

  private static void fill(int round) {
    if (round % 4 == 0) BASKETS.add(new ArrayList<>());
    List<Item> basket = BASKETS.get(BASKETS.size() - 1);
    for (int i = 0; i < 1500; i++) basket.add(new Item(1500L * round + i));
  }

  private static void log() {
    if (LOGS.size() == 3) LOGS.clear();
    List<Event> log = new ArrayList<>();
    for (int i = 0; i < 150; i++) log.add(new Event());
    LOGS.add(log);
  }

  /** More comes in than is done, until all is done at once. */
  private static void work(int round) {
    if (round % 5 == 4) QUEUE.clear();
    for (int i = 0; i < 300; i++) QUEUE.add(new Task());
  }

  private static void cache(int round) {
    for (int i = 0; i < 700; i++) CACHE.put((700 * round + i) % 4000, "answer " + i);
  }

  private static void welcome(int round) {
    int guests = 200 + 150 * (round % 3);
    SESSIONS.keySet().removeIf(guest -> guest >= guests);
    for (int guest = 0; guest < guests; guest++) SESSIONS.putIfAbsent(guest, new Session());
  }
}
