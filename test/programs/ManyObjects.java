import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A heap of as many million objects as the argument says, shaped as leaks are: a map of lists of linked entries with strings and
 * arrays. Prints READY, then waits until its standard input closes; each line that it reads adds a hundredth of what there is: as
 * new lists, with the second argument "map" or none; with "lists" as one more entry each in lists that are there; with "payloads" as
 * longer arrays in the entries that are there.
 */
public class ManyObjects {
  private static final Map<Integer, List<Entry>> SESSIONS = new HashMap<>();

  private static final class Entry {
    final Entry previous;
    Object payload;
    final long time;

    Entry(Entry previous, Object payload, long time) {
      this.previous = previous;
      this.payload = payload;
      this.time = time;
    }
  }

  public static void main(String[] arguments) throws IOException {
    long wanted = (long) (Double.parseDouble(arguments[0]) * 1_000_000);
    String where = arguments.length > 1 ? arguments[1] : "";
    fill(wanted);
    System.out.println("READY");
    int read = System.in.read();
    while (read >= 0) {
      switch (where) {
        case "lists" -> lengthenLists(wanted / 100);
        case "payloads" -> lengthenPayloads();
        default -> fill(wanted / 100);
      }
      System.out.println("READY");
      read = System.in.read();
    }
  }

  private static void lengthenPayloads() {
    for (List<Entry> session : SESSIONS.values()) {
      for (Entry entry : session) {
        if (entry.payload instanceof int[] numbers) {
          entry.payload = Arrays.copyOf(numbers, numbers.length + 2);
        }
      }
    }
  }

  private static void lengthenLists(long objects) {
    for (int number = 0; number < Math.min(SESSIONS.size(), objects / 2); number++) {
      SESSIONS.get(number).add(new Entry(null, new int[1 + number % 7], number));
    }
  }

  private static void fill(long objects) {
    final int perSession = 8;
    for (long made = 0; made < objects; made += 4 + 2 * perSession + perSession / 2) {
      int number = SESSIONS.size();
      List<Entry> session = new ArrayList<>();
      Entry previous = null;
      for (int i = 0; i < perSession; i++) {
        Object payload = i % 2 == 0 ? new int[1 + (number + i) % 7] : "request " + number + "/" + i;
        previous = new Entry(previous, payload, number * 31L + i);
        session.add(previous);
      }
      SESSIONS.put(number, session);
    }
  }
}
