import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Data structures that grow in each of the ways that Heaptrail tells apart; the argument names a scene. A scene begins, tells what it
 * holds and prints READY; a line of input lets it go on, and it tells and prints READY again. Between the two lies the window.
 *
 * <pre>
 * becomes FIELD PATTERN                       what the structure in this static field of the scene does in the window, or "dies"
 * allocated FIELD METHOD LINE                 where its head comes from
 * sizes FIELD RETAINED DEEP STRUCTURE DEEPSTRUCTURE    in objects, now
 * leaves FIELD CLASS METHOD LINE COUNT DEEP   its leaves of one class, where they come from, how many it has now, and how many objects
 *                                             they are with all that they lead to
 * </pre>
 */
public class GrowthPatterns {
  private interface Scene {
    void begin();

    void goOn();

    void tell();

    /** What the thread is busy with from then on: it has it in a local variable. */
    default Object atHand() {
      return null;
    }
  }

  public static void main(String[] arguments) throws IOException {
    Scene scene = switch (arguments[0]) {
      case "container" -> new ContainerGrows();
      case "shared-container" -> new SharedContainersGrow();
      case "data" -> new DataGrows();
      case "shared-data" -> new SharedDataGrows();
      case "churn" -> new EntriesChange();
      case "ownership" -> new OwnershipMoves();
      case "shrinks" -> new HeapShrinks();
      case "generations" -> new GenerationsChange();
      default -> throw new IllegalArgumentException("there is no scene " + arguments[0]);
    };
    Object atHand = null;
    scene.begin();
    for (int read = 0; read >= 0; read = untilLine()) {
      if (read == '\n') {
        scene.goOn();
        atHand = scene.atHand();
      }
      scene.tell();
      System.out.println("READY");
    }
    System.out.println("was busy with " + (atHand == null ? "nothing" : atHand.getClass()));
  }

  private static int untilLine() throws IOException {
    int read = System.in.read();
    while (read >= 0 && read != '\n') read = System.in.read();
    return read;
  }

  // What the structures are made of

  record Key(int number) {}

  /** Three objects: the order, its text and the text's characters. */
  record Order(String text) {}

  static class Booking {
    final Booking older;
    final long cents;

    Booking(Booking older, long cents) {
      this.older = older;
      this.cents = cents;
    }
  }

  /** Two objects, and one for each booking. */
  static class Account {
    Booking newest;
    long[] balances = new long[0];

    void book(int bookings) {
      for (int i = 0; i < bookings; i++) newest = new Booking(newest, i);
      balances = new long[balances.length + bookings];
    }
  }

  // The scenes

  /** Orders are added to a map and never leave it. */
  static class ContainerGrows implements Scene {
    static Map<Key, Order> orders;

    @Override public void begin() {
      orders = allocated("orders", new HashMap<>());
      becomes("orders", "single-ownership-container-growth");
      order(500);
    }

    @Override public void goOn() {
      order(20_000);
    }

    @Override public Object atHand() {
      return orders;
    }

    private static void order(int count) {
      for (int i = 0; i < count; i++) {
        Key key = made(new Key(orders.size()));
        orders.put(key, made(new Order("order number " + key.number())));
      }
    }

    @Override public void tell() {
      long n = orders.size();
      sizes("orders", map(n) + 4 * n, map(n) + 4 * n, map(n) + 2 * n, map(n) + 2 * n);
      leaves("orders", Key.class, n, n);
      leaves("orders", Order.class, n, 3 * n);
    }
  }

  /** Each photo is in two maps: neither of them alone keeps it. */
  static class SharedContainersGrow implements Scene {
    static Map<Key, byte[]> byNumber;
    static Map<Key, byte[]> byDay;

    @Override public void begin() {
      byNumber = allocated("byNumber", new HashMap<>());
      byDay = allocated("byDay", new HashMap<>());
      becomes("byNumber", "shared-ownership-container-growth");
      becomes("byDay", "shared-ownership-container-growth");
      photograph(100);
    }

    @Override public void goOn() {
      photograph(1_000);
    }

    private static void photograph(int count) {
      for (int i = 0; i < count; i++) {
        byte[] photo = made(new byte[3_000]);
        byNumber.put(made(new Key(byNumber.size())), photo);
        byDay.put(made(new Key(byDay.size())), photo);
      }
    }

    @Override public void tell() {
      for (String field : new String[] {"byNumber", "byDay"}) {
        long n = byNumber.size();
        sizes(field, map(n) + n, map(n) + 2 * n, map(n) + 2 * n, map(n) + 2 * n);
        leaves(field, byte[].class, n, n);
      }
    }
  }

  /** As many accounts as ever, and as many grids; but what hangs from each grows. */
  static class DataGrows implements Scene {
    static Map<Key, Account> accounts;
    static List<int[][]> grids;
    private static int bookings;
    private static int rows;

    @Override public void begin() {
      accounts = allocated("accounts", new HashMap<>());
      grids = allocated("grids", new ArrayList<>());
      becomes("accounts", "single-ownership-data-growth");
      becomes("grids", "single-ownership-data-growth");
      for (int i = 0; i < 100; i++) accounts.put(made(new Key(i)), made(new Account()));
      for (int i = 0; i < 20; i++) grids.add(made(new int[100][]));
      grow(10, 5);
    }

    @Override public void goOn() {
      grow(300, 90);
    }

    private static void grow(int moreBookings, int moreRows) {
      accounts.forEach((key, account) -> account.book(moreBookings));
      for (int[][] grid : grids) {
        for (int row = rows; row < rows + moreRows; row++) grid[row] = new int[200];
      }
      bookings += moreBookings;
      rows += moreRows;
    }

    @Override public void tell() {
      long n = accounts.size();
      long all = map(n) + n * (1 + 2 + bookings);
      sizes("accounts", all, all, map(n) + 2 * n, map(n) + 2 * n);
      leaves("accounts", Account.class, n, n * (2 + bookings));
      leaves("accounts", Key.class, n, n);
      long m = grids.size();
      sizes("grids", 2 + m * (1 + rows), 2 + m * (1 + rows), 2 + m, 2 + m);
      leaves("grids", int[][].class, m, m * (1 + rows));
    }
  }

  /** The same accounts in two maps. */
  static class SharedDataGrows implements Scene {
    static Map<Key, Account> byNumber;
    static Map<Key, Account> byOwner;
    private static int bookings;

    @Override public void begin() {
      byNumber = allocated("byNumber", new HashMap<>());
      byOwner = allocated("byOwner", new HashMap<>());
      becomes("byNumber", "shared-ownership-data-growth");
      becomes("byOwner", "shared-ownership-data-growth");
      for (int i = 0; i < 100; i++) {
        Account account = made(new Account());
        byNumber.put(made(new Key(i)), account);
        byOwner.put(made(new Key(i)), account);
      }
      book(10);
    }

    @Override public void goOn() {
      book(300);
    }

    private static void book(int more) {
      byNumber.forEach((key, account) -> account.book(more));
      bookings += more;
    }

    @Override public void tell() {
      for (String field : new String[] {"byNumber", "byOwner"}) {
        long n = byNumber.size();
        sizes(field, map(n) + n, map(n) + n * (1 + 2 + bookings), map(n) + 2 * n, map(n) + 2 * n);
        leaves(field, Account.class, n, n * (2 + bookings));
      }
    }
  }

  /** Sessions come and go while a log grows: all that the map holds is new, and yet it did not grow. */
  static class EntriesChange implements Scene {
    static Map<Key, Order> sessions;
    static List<Order> log;

    @Override public void begin() {
      sessions = allocated("sessions", new HashMap<>());
      log = allocated("log", new ArrayList<>());
      becomes("sessions", "non-growth");
      becomes("log", "single-ownership-container-growth");
      serve(1_000);
    }

    @Override public void goOn() {
      serve(10_000);
    }

    private static void serve(int requests) {
      for (int i = 0; i < requests; i++) {
        sessions.put(new Key(i % 1_000), new Order("session " + i));
        log.add(made(new Order("request " + i)));
      }
    }

    @Override public void tell() {
      long m = sessions.size();
      sizes("sessions", map(m) + 4 * m, map(m) + 4 * m, map(m) + 2 * m, map(m) + 2 * m);
      long n = log.size();
      sizes("log", 2 + 3 * n, 2 + 3 * n, 2 + n, 2 + n);
      leaves("log", Order.class, n, 3 * n);
    }
  }

  /** Two lists hold the same pages; then one lets them go, so that the other alone keeps them. The heap itself hardly grows. */
  static class OwnershipMoves implements Scene {
    static List<byte[]> first;
    static List<byte[]> second;
    static List<byte[]> other;

    @Override public void begin() {
      first = allocated("first", new ArrayList<>());
      second = allocated("second", new ArrayList<>());
      other = allocated("other", new ArrayList<>());
      becomes("first", "single-ownership-data-growth");
      becomes("second", "non-growth");
      becomes("other", "single-ownership-container-growth");
      for (int i = 0; i < 1_000; i++) {
        first.add(new byte[1_000]);
        second.add(first.get(i));
      }
      add(1);
    }

    @Override public void goOn() {
      second.clear();
      add(100);
    }

    private static void add(int count) {
      for (int i = 0; i < count; i++) other.add(made(new byte[1_000]));
    }

    @Override public void tell() {
      long n = first.size();
      boolean shared = !second.isEmpty();
      sizes("first", shared ? 2 : 2 + n, 2 + n, 2 + n, 2 + n);
      sizes("second", 2, shared ? 2 + n : 2, shared ? 2 + n : 2, shared ? 2 + n : 2);
      long m = other.size();
      sizes("other", 2 + m, 2 + m, 2 + m, 2 + m);
      leaves("other", byte[].class, m, m);
    }
  }

  /** What one list loses is more than what the other gains: shares of the heap's growth mean nothing. */
  static class HeapShrinks implements Scene {
    static List<byte[]> growing;
    static List<byte[]> emptied;

    @Override public void begin() {
      growing = allocated("growing", new ArrayList<>());
      emptied = allocated("emptied", new ArrayList<>());
      becomes("growing", "single-ownership-container-growth");
      becomes("emptied", "non-growth");
      for (int i = 0; i < 1_000; i++) emptied.add(new byte[2_000]);
      grow(1);
    }

    @Override public void goOn() {
      emptied.clear();
      grow(100);
    }

    private static void grow(int count) {
      for (int i = 0; i < count; i++) growing.add(made(new byte[2_000]));
    }

    @Override public void tell() {
      long n = growing.size();
      sizes("growing", 2 + n, 2 + n, 2 + n, 2 + n);
      leaves("growing", byte[].class, n, n);
      long m = emptied.size();
      sizes("emptied", 2 + m, 2 + m, 2 + m, 2 + m);
    }
  }

  /** A structure that dies, one that is born and one that stays; and batches, of which none lives as long as the window. */
  static class GenerationsChange implements Scene {
    static Map<Key, Order> yesterday;
    static Map<Key, Order> today;
    static Map<Key, Order> always;
    static Batch[] batches;

    /** A structure for those who describe it: {@code DS GrowthPatterns$Batch { GrowthPatterns$Order[]; }}. */
    static class Batch {
      final Order[] orders;

      Batch(int size) {
        orders = new Order[size];
        for (int i = 0; i < size; i++) orders[i] = new Order("part " + i);
      }
    }

    @Override public void begin() {
      yesterday = allocated("yesterday", new HashMap<>());
      becomes("yesterday", "dies");
      fill(yesterday, 1_000);
      always = allocated("always", new HashMap<>());
      becomes("always", "non-growth");
      fill(always, 100);
      batches = new Batch[] {new Batch(10), new Batch(20), new Batch(30)};
    }

    @Override public void goOn() {
      yesterday = null;
      today = allocated("today", new HashMap<>());
      becomes("today", "single-ownership-container-growth");
      fill(today, 5_000);
      batches = new Batch[] {new Batch(100), new Batch(200)};
    }

    private static void fill(Map<Key, Order> orders, int count) {
      for (int i = 0; i < count; i++) orders.put(made(new Key(i)), made(new Order("order number " + i)));
    }

    @Override public void tell() {
      if (yesterday != null) tell("yesterday", yesterday.size());
      if (today != null) tell("today", today.size());
      tell("always", always.size());
      System.out.println("holds GrowthPatterns$GenerationsChange$Batch " + batches.length);
    }

    private static void tell(String field, long n) {
      sizes(field, map(n) + 4 * n, map(n) + 4 * n, map(n) + 2 * n, map(n) + 2 * n);
      leaves(field, Key.class, n, n);
      leaves(field, Order.class, n, 3 * n);
    }
  }

  // Telling

  /** The map itself, its table and its nodes. */
  private static long map(long entries) {
    return 2 + entries;
  }

  /** Where the objects of a class come from that went through {@link #made}: one place in each scene. */
  private static final Map<Class<?>, String> PLACES = new HashMap<>();

  private static <T> T made(T object) {
    PLACES.computeIfAbsent(object.getClass(), type -> caller());
    return object;
  }

  private static <T> T allocated(String field, T head) {
    System.out.println("allocated " + field + " " + caller());
    return head;
  }

  /** Method and line of the scene that is at work. */
  private static String caller() {
    return StackWalker.getInstance().walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("GrowthPatterns$")).findFirst())
        .map(frame -> frame.getMethodName() + " " + frame.getLineNumber()).orElseThrow();
  }

  private static void becomes(String field, String pattern) {
    System.out.println("becomes " + field + " " + pattern);
  }

  private static void sizes(String field, long retained, long deep, long structure, long deepStructure) {
    System.out.printf("sizes %s %d %d %d %d%n", field, retained, deep, structure, deepStructure);
  }

  private static void leaves(String field, Class<?> type, long count, long deep) {
    if (count > 0) System.out.printf("leaves %s %s %s %d %d%n", field, type.getTypeName(), PLACES.get(type), count, deep);
  }
}
