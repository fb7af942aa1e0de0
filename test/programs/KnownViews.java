import java.io.IOException;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What looks into collections or wraps them: key sets, sub-lists, sub-maps, what java.util.Collections makes, immutable collections,
 * and, in JDKs that have them, reversed views.
 *
 * <p>Prints the same as KnownCollections.java, with the same meaning, then {@code READY}, and waits until its standard input closes.
 */
public class KnownViews {
  static class Kept {
    Object collection;
  }

  static class Key implements Comparable<Key> {
    final Kept owner;
    final int id;

    Key(int id) { this(building, id); }

    Key(Kept owner, int id) {
      this.owner = owner;
      this.id = id;
    }

    @Override public int hashCode() { return id; }
    @Override public boolean equals(Object other) { return other instanceof Key key && key.id == id; }
    @Override public int compareTo(Key other) { return Integer.compare(id, other.id); }
  }

  static class Value {
    final Kept owner = building;
  }

  /** Of which nothing is known but that it is a map. */
  static class OwnMap extends AbstractMap<Key, Value> {
    final Map<Key, Value> entries = new HashMap<>();

    @Override public Set<Entry<Key, Value>> entrySet() { return entries.entrySet(); }
  }

  enum Season { SPRING, SUMMER, AUTUMN, WINTER }

  static final List<Kept> KEPT = new ArrayList<>();
  /** What collections refer to weakly. */
  static final List<Object> HELD = new ArrayList<>();
  static final int N = 7;
  static final Key BOUND = new Key(null, 3);
  static final String PRESENT = "+java.lang.Object";
  static final String HASH_MAP = "java.util.HashMap";
  static final String TREE_MAP = "java.util.TreeMap";
  static Kept building;

  public static void main(String[] arguments) throws Exception {
    lists();
    maps();
    sortedMaps();
    sortedSets();
    wrappedCollections();
    wrappedMaps();
    small();
    immutable();
    if (Runtime.version().feature() >= 21) {
      reversed();
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  /** @param consistsOf objects stand for their classes */
  static void keep(String name, Object collection, int keys, int values, Object... consistsOf) {
    building.collection = collection;
    KEPT.add(building);
    StringBuilder line = new StringBuilder("keeps " + name + " " + collection.getClass().getName() + " " + keys + " " + values);
    for (Object part : consistsOf) {
      line.append(' ').append(part instanceof String text ? text : part.getClass().getName());
    }
    System.out.println(line);
  }

  static List<Key> keys(int n) {
    building = new Kept();
    return IntStream.range(0, n).mapToObj(Key::new).collect(Collectors.toCollection(ArrayList::new));
  }

  /** A collection of elements that belong to what is kept next. */
  static <C extends Collection<? super Key>> C filled(C collection) {
    collection.addAll(keys(N));
    return collection;
  }

  static <M extends Map<? super Key, ? super Value>> M filled(M map) {
    building = new Kept();
    for (int i = 0; i < N; i++) {
      map.put(new Key(i), new Value());
    }
    return map;
  }

  static void lists() {
    for (List<Key> list : List.of(new ArrayList<Key>(), new LinkedList<Key>(), new CopyOnWriteArrayList<Key>())) {
      keep(list.getClass().getSimpleName() + "/part", filled(list).subList(1, 5), N, 0, list);
    }
    keep("Vector/part", filled(new Vector<>()).subList(1, 5), N, 0, "java.util.AbstractList$RandomAccessSubList", "java.util.Vector");
    List<Key> list = filled(new ArrayList<>());
    List<Key> part = list.subList(1, 5);
    keep("ArrayList/part of a part", part.subList(0, 2), N, 0, list, part);
    list = filled(new LinkedList<>());
    part = list.subList(1, 5);
    keep("LinkedList/part of a part", part.subList(0, 2), N, 0, list, part);
    keep("Arrays.asList", Arrays.asList(keys(N).toArray(new Key[0])), N, 0);
    list = Arrays.asList(keys(N).toArray(new Key[0]));
    keep("Arrays.asList/part", list.subList(1, 3), N, 0, list);
  }

  /** Key set, values and entry set, each of a map of its own. */
  static <M extends Map<? super Key, ? super Value>> void views(Supplier<M> maps, Object... more) {
    List<Function<M, Collection<?>>> views = List.of(Map::keySet, Map::values, Map::entrySet);
    for (Function<M, Collection<?>> look : views) {
      M map = filled(maps.get());
      Collection<?> view = look.apply(map);
      List<Object> consistsOf = new ArrayList<>(List.of(more));
      consistsOf.add(map);
      keep(map.getClass().getSimpleName() + "/" + List.of("keys", "values", "entries").get(views.indexOf(look)), view, N, N, consistsOf.toArray());
    }
  }

  static void maps() {
    views(() -> new HashMap<Key, Value>());
    views(() -> new LinkedHashMap<Key, Value>());
    views(() -> new TreeMap<Key, Value>());
    views(() -> new IdentityHashMap<Key, Value>());
    views(() -> new ConcurrentHashMap<Key, Value>());
    views(() -> new ConcurrentSkipListMap<Key, Value>());
    Map<Key, Value> table = filled(new Hashtable<>());
    keep("Hashtable/keys", table.keySet(), N, N, "java.util.Hashtable$KeySet", table);
    table = filled(new Hashtable<>());
    keep("Hashtable/values", table.values(), N, N, "java.util.Hashtable$ValueCollection", table);
    table = filled(new Hashtable<>());
    keep("Hashtable/entries", table.entrySet(), N, N, "java.util.Hashtable$EntrySet", table);
    String concurrent = "java.util.concurrent.ConcurrentHashMap";
    keep("Properties/keys", filled(new Properties()).keySet(), N, N, concurrent + "$KeySetView", concurrent);
    keep("Properties/values", filled(new Properties()).values(), N, N, concurrent + "$ValuesView", concurrent);
    keep("Properties/entries", filled(new Properties()).entrySet(), N, N, "java.util.Properties$EntrySet", concurrent + "$EntrySetView", concurrent);
    List<Key> held = keys(N);
    HELD.add(held);
    Map<Key, Value> weak = new WeakHashMap<>();
    for (Key key : held) {
      weak.put(key, new Value());
    }
    keep("WeakHashMap/keys", weak.keySet(), N, N, weak);
    for (Function<EnumMap<Season, Value>, Collection<?>> view : List.<Function<EnumMap<Season, Value>, Collection<?>>>of(
        EnumMap::keySet, EnumMap::values, EnumMap::entrySet)) {
      building = new Kept();
      EnumMap<Season, Value> seasons = new EnumMap<>(Map.of(Season.SPRING, new Value(), Season.WINTER, new Value()));
      Collection<?> looked = view.apply(seasons);
      keep(looked.getClass().getSimpleName() + " of EnumMap", looked, 0, 2, seasons);
    }
    // A map that nobody described is an element of whatever contains it.
    building = new Kept();
    keep("OwnMap/keys", new OwnMap().keySet(), 0, 0, "+KnownViews$OwnMap");
    building = new Kept();
    keep("OwnMap/values", new OwnMap().values(), 0, 0, "+KnownViews$OwnMap");
    Set<Key> set = filled(ConcurrentHashMap.newKeySet());
    keep("ConcurrentHashMap.newKeySet", set, N, 0, concurrent, "+java.lang.Boolean");
  }

  static void sortedMaps() {
    List<Function<NavigableMap<Key, Value>, Object>> parts = List.of(map -> map.headMap(BOUND, true), map -> map.descendingMap());
    for (Function<NavigableMap<Key, Value>, Object> part : parts) {
      NavigableMap<Key, Value> tree = filled(new TreeMap<>());
      keep("TreeMap/" + parts.indexOf(part), part.apply(tree), N, N, tree);
      NavigableMap<Key, Value> skip = filled(new ConcurrentSkipListMap<>());
      keep("ConcurrentSkipListMap/" + parts.indexOf(part), part.apply(skip), N, N, skip);
    }
    for (NavigableMap<Key, Value> map : List.of(new TreeMap<Key, Value>(), new ConcurrentSkipListMap<Key, Value>())) {
      SortedMap<Key, Value> part = filled(map).tailMap(BOUND);
      keep(map.getClass().getSimpleName() + "/part/keys", part.keySet(), N, N, part, map);
    }
    for (NavigableMap<Key, Value> map : List.of(new TreeMap<Key, Value>(), new ConcurrentSkipListMap<Key, Value>())) {
      SortedMap<Key, Value> part = filled(map).descendingMap();
      keep(map.getClass().getSimpleName() + "/descending/entries", part.entrySet(), N, N, part, map);
    }
  }

  static void sortedSets() {
    keep("TreeSet/part", filled(new TreeSet<>()).tailSet(BOUND), N, 0, TREE_MAP + "$AscendingSubMap", TREE_MAP, PRESENT);
    keep("TreeSet/descending", filled(new TreeSet<>()).descendingSet(), N, 0, TREE_MAP + "$DescendingSubMap", TREE_MAP, PRESENT);
    String skip = "java.util.concurrent.ConcurrentSkipListMap";
    keep("ConcurrentSkipListSet/part", filled(new ConcurrentSkipListSet<>()).tailSet(BOUND), N, 0, skip + "$SubMap", skip, "+java.lang.Boolean");
  }

  static void wrappedCollections() {
    List<Function<List<Key>, Collection<Key>>> ofLists = List.of(Collections::unmodifiableCollection, Collections::unmodifiableList,
        Collections::synchronizedCollection, Collections::synchronizedList, list -> Collections.checkedCollection(list, Key.class),
        list -> Collections.checkedList(list, Key.class));
    for (Function<List<Key>, Collection<Key>> wrap : ofLists) {
      for (List<Key> list : List.of(new ArrayList<Key>(), new LinkedList<Key>(), new CopyOnWriteArrayList<Key>())) {
        Collection<Key> wrapper = wrap.apply(filled(list));
        keep(wrapper.getClass().getSimpleName() + " of " + list.getClass().getSimpleName(), wrapper, N, 0, list);
      }
    }
    List<Function<NavigableSet<Key>, Collection<Key>>> ofSets = List.of(Collections::unmodifiableSet, Collections::unmodifiableSortedSet,
        Collections::unmodifiableNavigableSet, Collections::synchronizedSet, Collections::synchronizedSortedSet,
        Collections::synchronizedNavigableSet, set -> Collections.checkedSet(set, Key.class),
        set -> Collections.checkedSortedSet(set, Key.class), set -> Collections.checkedNavigableSet(set, Key.class));
    for (Function<NavigableSet<Key>, Collection<Key>> wrap : ofSets) {
      Collection<Key> wrapper = wrap.apply(filled(new TreeSet<>()));
      keep(wrapper.getClass().getSimpleName(), wrapper, N, 0, "java.util.TreeSet", TREE_MAP, PRESENT);
    }
    Deque<Key> deque = filled(new ArrayDeque<>());
    keep("asLifoQueue", Collections.asLifoQueue(deque), N, 0, deque);
    keep("checkedQueue", Collections.checkedQueue(filled(new ArrayDeque<>()), Key.class), N, 0, deque);
    Collection<Key> wrapper = Collections.synchronizedCollection(Collections.unmodifiableCollection(filled(new ArrayList<>())));
    keep("synchronized of unmodifiable", wrapper, N, 0, "java.util.Collections$UnmodifiableCollection", "java.util.ArrayList");
  }

  static void wrappedMaps() {
    List<Function<NavigableMap<Key, Value>, Map<Key, Value>>> ofMaps = List.of(Collections::unmodifiableMap, Collections::unmodifiableSortedMap,
        Collections::unmodifiableNavigableMap, Collections::synchronizedMap, Collections::synchronizedSortedMap,
        Collections::synchronizedNavigableMap, map -> Collections.checkedMap(map, Key.class, Value.class),
        map -> Collections.checkedSortedMap(map, Key.class, Value.class), map -> Collections.checkedNavigableMap(map, Key.class, Value.class));
    for (Function<NavigableMap<Key, Value>, Map<Key, Value>> wrap : ofMaps) {
      Map<Key, Value> wrapper = wrap.apply(filled(new TreeMap<>()));
      keep(wrapper.getClass().getSimpleName(), wrapper, N, N, TREE_MAP);
    }
    Map<Key, Value> table = Collections.synchronizedMap(filled(new Hashtable<>()));
    keep("synchronized Hashtable", table, N, N, "java.util.Hashtable");
    // Views of wrappers wrap views.
    String keys = HASH_MAP + "$KeySet";
    keep("unmodifiableMap/keys", Collections.unmodifiableMap(filled(new HashMap<>())).keySet(), N, N, keys, HASH_MAP);
    keep("synchronizedMap/keys", Collections.synchronizedMap(filled(new HashMap<>())).keySet(), N, N, keys, HASH_MAP);
    keep("unmodifiableMap/entries", Collections.unmodifiableMap(filled(new HashMap<>())).entrySet(), N, N, HASH_MAP + "$EntrySet", HASH_MAP);
    keep("checkedMap/entries", Collections.checkedMap(filled(new HashMap<>()), Key.class, Value.class).entrySet(), N, N, HASH_MAP + "$EntrySet", HASH_MAP);
    for (Map<Key, Boolean> map : List.of(new HashMap<Key, Boolean>(), new IdentityHashMap<Key, Boolean>(), new ConcurrentHashMap<Key, Boolean>())) {
      Set<Key> set = filled(Collections.newSetFromMap(map));
      keep("newSetFromMap of " + map.getClass().getSimpleName(), set, N, 0, map, "+java.lang.Boolean");
    }
  }

  static void small() {
    building = new Kept();
    keep("singleton", Collections.singleton(new Key(1)), 1, 0);
    building = new Kept();
    keep("singletonList", Collections.singletonList(new Key(1)), 1, 0);
    building = new Kept();
    keep("singletonMap", Collections.singletonMap(new Key(1), new Value()), 1, 1);
    building = new Kept();
    keep("nCopies", Collections.nCopies(100_000, new Key(1)), 1, 0);
    for (Object empty : List.of(Collections.emptyList(), Collections.emptySet(), Collections.emptyMap())) {
      building = new Kept();
      keep(empty.getClass().getSimpleName(), empty, 0, 0);
    }
  }

  static void immutable() {
    for (int n : new int[] {0, 1, 2, N, 100}) {
      keep("List.of/" + n, List.of(keys(n).toArray()), n, 0);
      keep("Set.of/" + n, Set.of(keys(n).toArray()), n, 0);
      keep("List.copyOf/" + n, List.copyOf(keys(n)), n, 0);
      keep("Stream.toList/" + n, keys(n).stream().toList(), n, 0);
      Map<Key, Value> map = keys(n).stream().collect(Collectors.toMap(key -> key, key -> new Value()));
      keep("Map.copyOf/" + n, Map.copyOf(map), n, n);
    }
    List<Key> list = List.copyOf(keys(N));
    keep("List.of/part", list.subList(1, 4), N, 0, list);
    building = new Kept();
    Map<Key, Value> map = Map.of(new Key(1), new Value(), new Key(2), new Value());
    keep("Map.of/entries", map.entrySet(), 2, 2, map);
    building = new Kept();
    map = Map.of(new Key(1), new Value());
    keep("Map.of/keys", map.keySet(), 1, 1, map);
  }

  /** By reflection, so that JDK 17 can compile it. */
  static Object reversed(Class<?> type, Object collection, String method) throws ReflectiveOperationException {
    return type.getMethod(method).invoke(collection);
  }

  static void reversed() throws ReflectiveOperationException {
    for (List<Key> list : List.of(new ArrayList<Key>(), new CopyOnWriteArrayList<Key>(), new LinkedList<Key>())) {
      keep(list.getClass().getSimpleName() + "/reversed", reversed(List.class, filled(list), "reversed"), N, 0, list);
    }
    Deque<Key> deque = filled(new ArrayDeque<>());
    keep("ArrayDeque/reversed", reversed(Deque.class, deque, "reversed"), N, 0, deque);
    Set<Key> linked = filled(new LinkedHashSet<>());
    keep("LinkedHashSet/reversed", reversed(LinkedHashSet.class, linked, "reversed"), N, 0, linked, "java.util.LinkedHashMap", PRESENT);
    Map<Key, Value> map = filled(new LinkedHashMap<>());
    keep("LinkedHashMap/reversed", reversed(LinkedHashMap.class, map, "reversed"), N, N, map);
    map = filled(new LinkedHashMap<>());
    keep("LinkedHashMap/sequenced keys", reversed(LinkedHashMap.class, map, "sequencedKeySet"), N, N, map);
    map = filled(new TreeMap<>());
    keep("TreeMap/sequenced values", reversed(TreeMap.class, map, "sequencedValues"), N, N, map);
    map = filled(new LinkedHashMap<>());
    Object wrapper = Collections.class.getMethod("unmodifiableSequencedMap", Class.forName("java.util.SequencedMap")).invoke(null, map);
    keep("unmodifiableSequencedMap", wrapper, N, N, map);
    SortedMap<Key, Value> unmodifiable = Collections.unmodifiableSortedMap(filled(new TreeMap<>()));
    keep("SortedMap/reversed", reversed(SortedMap.class, unmodifiable, "reversed"), N, N, unmodifiable, TREE_MAP);
    SortedSet<Key> sorted = Collections.unmodifiableSortedSet(filled(new TreeSet<>()));
    keep("SortedSet/reversed", reversed(SortedSet.class, sorted, "reversed"), N, 0, sorted, "java.util.TreeSet", TREE_MAP, PRESENT);
  }
}
