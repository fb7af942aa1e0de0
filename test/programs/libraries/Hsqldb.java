import org.hsqldb.lib.*;

/** HSQLDB's own collections. */
class Hsqldb extends KnownLibraries {
  static void keepAll(int n) {
    next();
    HashMap<Key, Value> map = new HashMap<>();
    for (int i = 0; i < n; i++) map.put(new Key(i), new Value());
    keep("HashMap", n, map, n, n);
    next();
    OrderedHashMap<Key, Value> ordered = new OrderedHashMap<>();
    for (int i = 0; i < n; i++) ordered.put(new Key(i), new Value());
    keep("OrderedHashMap", n, ordered, n, n);
    next();
    IntKeyHashMap<Value> ints = new IntKeyHashMap<>();
    for (int i = 0; i < n; i++) ints.put(i, new Value());
    keep("IntKeyHashMap", n, ints, 0, n);
    next();
    LongKeyHashMap<Value> longs = new LongKeyHashMap<>();
    for (int i = 0; i < n; i++) longs.put(i, new Value());
    keep("LongKeyHashMap", n, longs, 0, n);
    next();
    IntValueHashMap<Key> values = new IntValueHashMap<>();
    for (int i = 0; i < n; i++) values.put(new Key(i), i);
    keep("IntValueHashMap", n, values, n, 0);
    next();
    MultiValueHashMap<Key, Value> several = new MultiValueHashMap<>();
    for (int i = 0; i < n; i++) several.put(new Key(i), new Value());
    keep("MultiValueHashMap", n, several, n, n);
    next();
    HashSet<Key> set = new HashSet<>();
    for (int i = 0; i < n; i++) set.add(new Key(i));
    keep("HashSet", n, set, n, 0);
    next();
    OrderedHashSet<Key> orderedSet = new OrderedHashSet<>();
    for (int i = 0; i < n; i++) orderedSet.add(new Key(i));
    keep("OrderedHashSet", n, orderedSet, n, 0);
    next();
    HsqlArrayList<Key> list = new HsqlArrayList<>();
    for (int i = 0; i < n; i++) list.add(new Key(i));
    keep("HsqlArrayList", n, list, n, 0);
    next();
    HsqlArrayHeap<Key> heap = new HsqlArrayHeap<>(4, Key::compareTo);
    for (int i = 0; i < n; i++) heap.add(new Key(i));
    keep("HsqlArrayHeap", n, heap, n, 0);
    next();
    HsqlDeque<Key> queue = new HsqlDeque<>();
    for (int i = 0; i < n; i++) queue.add(new Key(i));
    keep("HsqlDeque", n, queue, n, 0);
  }
}
