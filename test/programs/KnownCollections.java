import java.io.IOException;
import java.time.DayOfWeek;
import java.util.*;
import java.util.concurrent.*;

/**
 * The collections of java.util and java.util.concurrent, each with 0, 1 and 7 elements, those of java.util also in states that are
 * special to them; or, started with {@code large} and a number, each with so many elements, in a static field of {@code Large} that is
 * named after it.
 *
 * <p>Every element knows the {@link Kept} that holds its collection: what belongs to a collection can be told from the heap alone.
 * Prints before {@code READY}, in the order of {@link #KEPT}:
 *
 * <pre>
 * keeps NAME CLASS KEYS VALUES [CLASS]... [+CLASS]...
 * </pre>
 *
 * how many {@link Key}s and {@link Value}s the collection has, which other collections it consists of, and (with a plus) what else it
 * takes for an element. Then it waits until its standard input closes. KnownConcurrent.java shows special states of
 * java.util.concurrent in the same way, KnownViews.java views and wrappers.
 */
public class KnownCollections {
  static class Kept {
    Object collection;
  }

  /** A key of a map or an element of anything else. */
  static class Key implements Delayed {
    final Kept owner;
    final int id;
    final int hash;

    Key(int id) { this(building, id, id * 0x9E3779B9); }

    Key(Kept owner, int id, int hash) {
      this.owner = owner;
      this.id = id;
      this.hash = hash;
    }

    @Override public int hashCode() { return hash; }
    @Override public boolean equals(Object other) { return other instanceof Key key && key.id == id; }
    @Override public int compareTo(Delayed other) { return Integer.compare(id, ((Key) other).id); }
    @Override public long getDelay(TimeUnit unit) { return unit.convert(1, TimeUnit.DAYS); }
  }

  static class Value {
    final Kept owner = building;
  }

  static class Local extends ThreadLocal<Value> {}

  static class OwnList extends ArrayList<Key> {
    private static final long serialVersionUID = 1;
    final Value somethingElse = new Value();
  }

  static class OwnMap extends HashMap<Key, Value> {
    private static final long serialVersionUID = 1;
    Value last;
  }

  enum Many {
    A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, D0, D1, D2,
    D3, D4, D5, D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, G0, G1, G2, G3, G4
  }

  static class Large {
    static Object ArrayList, Vector, LinkedList, ArrayDeque, PriorityQueue, HashSet, LinkedHashSet, TreeSet, HashMap, LinkedHashMap, TreeMap,
        IdentityHashMap, WeakHashMap, Hashtable, Properties, ConcurrentHashMap, ConcurrentSkipListMap, ConcurrentSkipListSet,
        CopyOnWriteArrayList, ArrayBlockingQueue, LinkedBlockingQueue, LinkedBlockingDeque, PriorityBlockingQueue, DelayQueue,
        LinkedTransferQueue, ConcurrentLinkedQueue, ConcurrentLinkedDeque;
  }

  static final List<Kept> KEPT = new ArrayList<>();
  /** What collections refer to weakly. */
  static final List<Object> HELD = new ArrayList<>();
  static final CountDownLatch NEVER = new CountDownLatch(1);
  static Kept building;

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0 && arguments[0].equals("large")) {
      ofEachKind(Integer.parseInt(arguments[1]));
    } else {
      for (int n : new int[] {0, 1, 7}) {
        ofEachKind(n);
        smallOnes(n);
      }
      lists();
      maps();
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  /** Elements that are made from now on belong to the next collection. */
  static void next() {
    building = new Kept();
  }

  static void keep(String name, Object collection, int keys, int values, String... more) {
    keepPartOf(collection, name, collection.getClass().getName(), keys, values, more);
  }

  static void keepPartOf(Object holder, String name, String type, int keys, int values, String... more) {
    building.collection = holder;
    KEPT.add(building);
    System.out.println("keeps " + name + " " + type + " " + keys + " " + values + " " + String.join(" ", more));
  }

  static void sized(String kind, int n, Object collection, int values, String... more) throws ReflectiveOperationException {
    if (n >= 1_000) {
      Large.class.getDeclaredField(kind).set(null, collection);
    }
    keep(kind + "/" + n, collection, n, values, more);
  }

  static void elements(String kind, int n, Collection<? super Key> collection, String... more) throws ReflectiveOperationException {
    next();
    if (collection instanceof CopyOnWriteArrayList) {
      List<Key> keys = new ArrayList<>();
      fill(keys, n);
      collection.addAll(keys);
    } else {
      fill(collection, n);
    }
    sized(kind, n, collection, 0, more);
  }

  static void fill(Collection<? super Key> collection, int n) {
    for (int i = 0; i < n; i++) {
      collection.add(new Key(i));
    }
  }

  static void pairs(String kind, int n, Map<? super Key, ? super Value> map, String... more) throws ReflectiveOperationException {
    next();
    fill(map, n);
    sized(kind, n, map, n, more);
  }

  static void fill(Map<? super Key, ? super Value> map, int n) {
    for (int i = 0; i < n; i++) {
      map.put(new Key(i), new Value());
    }
  }

  /** With keys that something else holds before the map has them: a collection may come at any time. */
  static void fillWithHeldKeys(Map<? super Key, ? super Value> map, int n) {
    Object[] held = new Object[n];
    HELD.add(held);
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      held[i] = key;
      map.put(key, new Value());
    }
  }

  static void ofEachKind(int n) throws ReflectiveOperationException {
    // The value of every element in a set's map, unless the set has none.
    String[] hash = n == 0 ? new String[] {"java.util.HashMap"} : new String[] {"java.util.HashMap", "+java.lang.Object"};
    String[] linked = n == 0 ? new String[] {"java.util.LinkedHashMap"} : new String[] {"java.util.LinkedHashMap", "+java.lang.Object"};
    String[] tree = n == 0 ? new String[] {"java.util.TreeMap"} : new String[] {"java.util.TreeMap", "+java.lang.Object"};
    String skipList = "java.util.concurrent.ConcurrentSkipListMap";
    String[] skip = n == 0 ? new String[] {skipList} : new String[] {skipList, "+java.lang.Boolean"};

    elements("ArrayList", n, new ArrayList<>());
    elements("Vector", n, new Vector<>());
    elements("LinkedList", n, new LinkedList<>());
    elements("ArrayDeque", n, new ArrayDeque<>());
    elements("PriorityQueue", n, new PriorityQueue<>());
    elements("HashSet", n, new HashSet<>(), hash);
    elements("LinkedHashSet", n, new LinkedHashSet<>(), linked);
    elements("TreeSet", n, new TreeSet<>(), tree);
    pairs("HashMap", n, new HashMap<>());
    pairs("LinkedHashMap", n, new LinkedHashMap<>());
    pairs("TreeMap", n, new TreeMap<>());
    pairs("IdentityHashMap", n, new IdentityHashMap<>());
    next();
    Map<Key, Value> weak = new WeakHashMap<>();
    fillWithHeldKeys(weak, n);
    sized("WeakHashMap", n, weak, n);
    pairs("Hashtable", n, new Hashtable<>());
    pairs("Properties", n, new Properties(), "java.util.concurrent.ConcurrentHashMap");
    pairs("ConcurrentHashMap", n, new ConcurrentHashMap<>());
    pairs("ConcurrentSkipListMap", n, new ConcurrentSkipListMap<>());
    elements("ConcurrentSkipListSet", n, new ConcurrentSkipListSet<>(), skip);
    elements("CopyOnWriteArrayList", n, new CopyOnWriteArrayList<>());
    elements("ArrayBlockingQueue", n, new ArrayBlockingQueue<>(n + 3));
    elements("LinkedBlockingQueue", n, new LinkedBlockingQueue<>());
    elements("LinkedBlockingDeque", n, new LinkedBlockingDeque<>());
    elements("PriorityBlockingQueue", n, new PriorityBlockingQueue<>());
    elements("DelayQueue", n, new DelayQueue<>(), "java.util.PriorityQueue");
    elements("LinkedTransferQueue", n, new LinkedTransferQueue<>());
    elements("ConcurrentLinkedQueue", n, new ConcurrentLinkedQueue<>());
    elements("ConcurrentLinkedDeque", n, new ConcurrentLinkedDeque<>());
  }

  /** Those that are not made for many elements, or that are much the same as another one. */
  static void smallOnes(int n) throws Exception {
    elements("Stack", n, new Stack<>());
    elements("CopyOnWriteArraySet", n, new CopyOnWriteArraySet<>(), "java.util.concurrent.CopyOnWriteArrayList");
    next();
    EnumMap<DayOfWeek, Value> days = new EnumMap<>(DayOfWeek.class);
    for (int i = 0; i < n; i++) {
      days.put(DayOfWeek.values()[i], new Value());
    }
    keep("EnumMap/" + n, days, 0, n);
    next();
    keep("EnumSet/" + n, EnumSet.copyOf(Arrays.asList(DayOfWeek.values()).subList(0, Math.max(1, n))), 0, 0);
    next();
    EnumSet<Many> many = EnumSet.allOf(Many.class);
    many.removeIf(constant -> constant.ordinal() >= n);
    keep("EnumSet/large/" + n, many, 0, 0, "+long[]");
    next();
    BitSet bits = new BitSet();
    bits.set(0, n);
    keep("BitSet/" + n, bits, 0, 0, "+long[]");
    next();
    CountDownLatch filled = new CountDownLatch(1);
    Thread thread = daemon("with " + n + " locals", () -> {
      for (int i = 0; i < n; i++) {
        Local local = new Local();
        local.set(new Value());
        HELD.add(local);
      }
      filled.countDown();
      awaitForEver();
    });
    filled.await();
    if (n > 0) {
      String[] locals = new String[n];
      Arrays.fill(locals, "+KnownCollections$Local");
      keepPartOf(thread, "ThreadLocalMap/" + n, "java.lang.ThreadLocal$ThreadLocalMap", 0, n, locals);
    }
  }

  static void lists() {
    next();
    ArrayDeque<Key> deque = new ArrayDeque<>();
    fill(deque, 12);
    for (int i = 0; i < 10; i++) {
      deque.remove();
    }
    fill(deque, 9);
    keep("ArrayDeque/wrapped", deque, 11, 0);
    next();
    List<Key> list = new ArrayList<>();
    fill(list, 1000);
    list.removeIf(key -> key.id % 10 != 0);
    keep("ArrayList/removed", list, 100, 0);
    next();
    LinkedList<Key> linked = new LinkedList<>();
    fill(linked, 20);
    linked.removeIf(key -> key.id % 2 == 0);
    linked.removeFirst();
    linked.addFirst(new Key(99));
    keep("LinkedList/removed", linked, 10, 0);
    building = null;
    OwnList own = new OwnList();
    next();
    fill(own, 7);
    // What a subclass adds is not described.
    keep("ArrayList/subclass", own, 7, 0);
    building = null;
    Map<Key, Value> map = new TreeMap<>();
    fill(map, 7);
    HELD.add(map);
    next();
    // The entries are the list's elements, the map they belong to is not.
    keep("ArrayList/entries", new ArrayList<>(map.entrySet()), 0, 0, Collections.nCopies(7, "+java.util.TreeMap$Entry").toArray(new String[0]));
    next();
    List<List<Key>> nested = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nested.add(new LinkedList<>());
      fill(nested.get(i), i);
    }
    keep("ArrayList/nested", nested, 3, 0, "java.util.LinkedList", "java.util.LinkedList", "java.util.LinkedList");
    next();
    keep("ArrayList/same", new ArrayList<>(Collections.nCopies(20, new Key(1))), 1, 0);
  }

  static Map<Key, Value> colliding(Map<Key, Value> map) {
    for (int i = 0; i < 100; i++) {
      map.put(new Key(building, i, i < 50 ? 42 : i), new Value());
    }
    return map;
  }

  static void maps() {
    next();
    keep("HashMap/trees", colliding(new HashMap<>()), 100, 100);
    next();
    keep("LinkedHashMap/trees", colliding(new LinkedHashMap<>()), 100, 100);
    next();
    Set<Key> keys = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      keys.add(new Key(building, i, 42));
    }
    keep("HashSet/trees", keys, 100, 0, "java.util.HashMap", "+java.lang.Object");
    next();
    Map<Key, Value> map = colliding(new HashMap<>());
    map.keySet().removeIf(key -> key.id >= 3);
    map.put(null, new Value());
    map.put(new Key(7), null);
    keep("HashMap/removed", map, 4, 4);
    next();
    Map<Key, Value> ordered = new LinkedHashMap<>(16, 0.75f, true);
    fill(ordered, 20);
    ordered.get(new Key(5));
    ordered.remove(new Key(19));
    keep("LinkedHashMap/accessed", ordered, 19, 19);
    next();
    OwnMap own = new OwnMap();
    fill(own, 7);
    own.last = own.get(new Key(6));
    keep("HashMap/subclass", own, 7, 7);
    next();
    Map<Key, Value> tree = new TreeMap<>(Comparator.reverseOrder());
    fill(tree, 50);
    tree.keySet().removeIf(key -> key.id % 2 == 0);
    keep("TreeMap/removed", tree, 25, 25);
    next();
    Map<Object, Object> identity = new IdentityHashMap<>();
    fill(identity, 7);
    identity.remove(identity.keySet().iterator().next());
    identity.put(null, new Value());
    keep("IdentityHashMap/null", identity, 6, 7, "+java.lang.Object");
    next();
    Map<Object, Object> weak = new WeakHashMap<>();
    fillWithHeldKeys(weak, 7);
    weak.put(null, new Value());
    weak.put(new Key(100), new Value());
    // The key that nobody holds vanishes; its value stays until somebody asks the map for something.
    keep("WeakHashMap/forgotten", weak, 7, 9, "+java.lang.Object");
    next();
    EnumMap<DayOfWeek, Value> days = new EnumMap<>(DayOfWeek.class);
    days.put(DayOfWeek.MONDAY, null);
    days.put(DayOfWeek.FRIDAY, new Value());
    keep("EnumMap/null", days, 0, 1);
    next();
    Properties defaults = new Properties();
    fill(defaults, 2);
    Properties properties = new Properties(defaults);
    properties.put(new Key(3), new Value());
    String map9 = "java.util.concurrent.ConcurrentHashMap";
    keep("Properties/defaults", properties, 3, 3, map9, map9, "java.util.Properties");
  }

  static Thread daemon(String name, Runnable action) {
    Thread thread = new Thread(action, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void awaitForEver() {
    try {
      NEVER.await();
    } catch (InterruptedException ignored) {
      // Ends with the program.
    }
  }
}
