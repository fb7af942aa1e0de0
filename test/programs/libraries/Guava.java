import com.google.common.cache.*;
import com.google.common.collect.*;
import java.time.DayOfWeek;
import java.util.*;

/** Guava: caches, multimaps, multisets, tables, and more. */
class Guava extends KnownLibraries {
  private static final String COUNT = "com.google.common.collect.Count";

  static void keepAll(int n) {
    caches(n);
    multimaps(n);
    multisets(n);
    tables(n);
    others(n);
    immutable(n);
  }

  private static void cache(String name, int n, CacheBuilder<Object, Object> builder) {
    cache(name, n, builder.build(), false);
  }

  private static void cache(String name, int n, Cache<Object, Object> cache, boolean asMap) {
    next();
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      Value value = new Value();
      HELD.add(key);
      HELD.add(value);
      cache.put(key, value);
      cache.getIfPresent(key);
    }
    cache.cleanUp();
    keep(name, n, asMap ? cache.asMap() : cache, n, n);
  }

  private static void caches(int n) {
    cache("plain cache", n, CacheBuilder.newBuilder());
    cache("limited cache", n, CacheBuilder.newBuilder().maximumSize(100_000));
    cache("weighed cache", n, CacheBuilder.newBuilder().maximumWeight(100_000).weigher((k, v) -> 2));
    cache("cache that expires", n, CacheBuilder.newBuilder().expireAfterWrite(java.time.Duration.ofDays(1)).expireAfterAccess(java.time.Duration.ofDays(1)));
    cache("cache with weak keys", n, CacheBuilder.newBuilder().weakKeys().recordStats());
    cache("cache with weak keys that expires", n, CacheBuilder.newBuilder().weakKeys().weakValues().expireAfterWrite(java.time.Duration.ofDays(1)).maximumSize(100_000));
    cache("cache with weak values", n, CacheBuilder.newBuilder().weakValues());
    cache("cache with soft values", n, CacheBuilder.newBuilder().softValues().removalListener(gone -> {}));
    cache("cache as a map", n, CacheBuilder.newBuilder().maximumSize(100_000).build(), true);
    CacheLoader<Object, Object> loader = CacheLoader.from(key -> new Value());
    next();
    LoadingCache<Object, Object> loading = CacheBuilder.newBuilder().build(loader);
    for (int i = 0; i < n; i++) loading.getUnchecked(new Key(i));
    keep("cache that loads", n, loading, n, n);
    next();
    Map<Key, Value> weak = new MapMaker().weakKeys().makeMap();
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      HELD.add(key);
      weak.put(key, new Value());
    }
    keep("map with weak keys", n, weak, n, n);
    next();
    Map<Key, Value> weakValues = new MapMaker().weakValues().makeMap();
    for (int i = 0; i < n; i++) {
      Value value = new Value();
      HELD.add(value);
      weakValues.put(new Key(i), value);
    }
    keep("map with weak values", n, weakValues, n, n);
    next();
    Interner<Key> interner = Interners.newStrongInterner();
    for (int i = 0; i < n; i++) interner.intern(new Key(i));
    keep("interner", n, interner, n, 0);
    next();
    Interner<Key> weakInterner = Interners.newWeakInterner();
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      HELD.add(key);
      weakInterner.intern(key);
    }
    keep("weak interner", n, weakInterner, n, 0);
  }

  private static void multimap(String name, int n, Multimap<Key, Value> multimap, String... more) {
    next();
    int keys = (n + 2) / 3;
    Key key = null;
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0) key = new Key(i);
      multimap.put(key, new Value());
    }
    keep(name, n, multimap, keys, n, more);
  }

  private static void multimaps(int n) {
    int keys = (n + 2) / 3;
    String[] present = also(1, "java.lang.Object");
    multimap("ArrayListMultimap", n, ArrayListMultimap.create());
    multimap("HashMultimap", n, HashMultimap.create(), present);
    multimap("TreeMultimap", n, TreeMultimap.create(), present);
    multimap("MultimapBuilder", n, MultimapBuilder.treeKeys().linkedListValues().<Key, Value>build());
    multimap("LinkedListMultimap", n, LinkedListMultimap.create(), also(keys, "com.google.common.collect.LinkedListMultimap$KeyList"));
    multimap("LinkedHashMultimap", n, LinkedHashMultimap.create(), also(keys, "com.google.common.collect.LinkedHashMultimap$ValueSet"));
    multimap("synchronized multimap", n, Multimaps.synchronizedListMultimap(ArrayListMultimap.create()));
    next();
    ImmutableListMultimap.Builder<Key, Value> list = ImmutableListMultimap.builder();
    ImmutableSetMultimap.Builder<Key, Value> set = ImmutableSetMultimap.builder();
    for (int i = 0; i < n; i++) list.put(new Key(i), new Value());
    keep("ImmutableListMultimap", n, list.build(), n, n);
    next();
    for (int i = 0; i < n; i++) set.put(new Key(i), new Value());
    keep("ImmutableSetMultimap", n, set.build(), n, n);
  }

  private static void multisets(int n) {
    collection("HashMultiset", n, HashMultiset.create(), also(n, COUNT));
    collection("LinkedHashMultiset", n, LinkedHashMultiset.create(), also(n, COUNT));
    collection("ConcurrentHashMultiset", n, ConcurrentHashMultiset.create(), also(n, "java.util.concurrent.atomic.AtomicInteger"));
    collection("TreeMultiset", n, TreeMultiset.<Key>create());
    collectionOf("ImmutableMultiset", n, ImmutableMultiset::copyOf);
  }

  private static void tables(int n) {
    for (Table<Key, Key, Value> table : List.<Table<Key, Key, Value>>of(HashBasedTable.create(), TreeBasedTable.create())) {
      next();
      for (int i = 0; i < n; i++) table.put(new Key(i), new Key(-i), new Value());
      keep(table.getClass().getSimpleName(), n, table, 2 * n, n);
    }
    next();
    ImmutableTable.Builder<Key, Key, Value> table = ImmutableTable.builder();
    for (int i = 0; i < n; i++) table.put(new Key(i), new Key(-i), new Value());
    if (n > 7) keep("ImmutableTable", n, table.build(), 2 * n, n);
    if (n == 7) {
      next();
      ImmutableTable.Builder<Key, Key, Value> full = ImmutableTable.builder();
      Key row = new Key(0);
      for (int i = 0; i < n; i++) full.put(row, new Key(i), new Value());
      // Its maps lead from rows and columns to their numbers.
      keep("full ImmutableTable", n, full.build(), n + 1, n, also(n, "java.lang.Integer"));
    }
    next();
    List<Key> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) rows.add(new Key(i));
    ArrayTable<Key, Key, Value> dense = ArrayTable.create(rows, List.of(new Key(-1)));
    for (Key row : rows) dense.put(row, dense.columnKeyList().get(0), new Value());
    keep("ArrayTable", n, dense, n + 1, n);
  }

  private static void others(int n) {
    map("HashBiMap", n, HashBiMap.create());
    collection("EvictingQueue", n, EvictingQueue.create(100_000));
    collection("MinMaxPriorityQueue", n, MinMaxPriorityQueue.create());
    collection("set from a map", n, Sets.newConcurrentHashSet(), also(1, "java.lang.Boolean"));
    next();
    Collection<Key> compact = privately("CompactHashSet");
    for (int i = 0; i < n; i++) compact.add(new Key(i));
    keep("CompactHashSet", n, compact, n, 0);
    mapOf("CompactHashMap", n, source -> {
      Map<Key, Value> map = privately("CompactHashMap");
      map.putAll(source);
      return map;
    });
    mapOf("CompactLinkedHashMap", n, source -> {
      Map<Key, Value> map = privately("CompactLinkedHashMap");
      map.putAll(source);
      return map;
    });
  }

  @SuppressWarnings("unchecked")
  private static <T> T privately(String type) {
    try {
      var create = Class.forName("com.google.common.collect." + type).getDeclaredMethod("create");
      create.setAccessible(true);
      return (T) create.invoke(null);
    } catch (ReflectiveOperationException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static void immutable(int n) {
    collectionOf("ImmutableList", n, ImmutableList::copyOf);
    collectionOf("ImmutableSet", n, ImmutableSet::copyOf);
    collectionOf("ImmutableSortedSet", n, ImmutableSortedSet::copyOf);
    mapOf("ImmutableMap", n, ImmutableMap::copyOf);
    mapOf("ImmutableBiMap", n, ImmutableBiMap::copyOf);
    mapOf("ImmutableSortedMap", n, ImmutableSortedMap::copyOf);
    if (n <= 7) {
      DayOfWeek[] days = DayOfWeek.values();
      next();
      Map<DayOfWeek, Value> source = new EnumMap<>(DayOfWeek.class);
      for (int i = 0; i < n; i++) source.put(days[i], new Value());
      if (n > 1) keep("ImmutableEnumMap", n, Maps.immutableEnumMap(source), 0, n);
      next();
      if (n > 1) keep("ImmutableEnumSet", n, Sets.immutableEnumSet(Arrays.asList(days)), 0, 0);
      next();
      EnumHashBiMap<DayOfWeek, Value> two = EnumHashBiMap.create(DayOfWeek.class);
      for (int i = 0; i < n; i++) two.put(days[i], new Value());
      keep("EnumHashBiMap", n, two, 0, n);
    }
    // Those of which too many have the same place are kept in collections of the JDK.
    boolean tooMany = n > 7;
    next();
    ImmutableSet.Builder<Key> set = ImmutableSet.builder();
    for (int i = 0; i < n; i++) set.add(new Colliding(i));
    keep("ImmutableSet of colliding ones", n, set.build(), n, 0, also(tooMany ? 1 : 0, "java.lang.Object"));
    next();
    ImmutableMap.Builder<Key, Value> map = ImmutableMap.builder();
    for (int i = 0; i < n; i++) map.put(new Colliding(i), new Value());
    keep("ImmutableMap of colliding ones", n, map.build(), n, n);
    next();
    ImmutableBiMap.Builder<Key, Value> two = ImmutableBiMap.builder();
    for (int i = 0; i < n; i++) two.put(new Colliding(i), new Value());
    keep("ImmutableBiMap of colliding ones", n, two.build(), n, n);
  }
}
