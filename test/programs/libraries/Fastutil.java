import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.ints.*;
import it.unimi.dsi.fastutil.longs.*;
import it.unimi.dsi.fastutil.objects.*;

/** fastutil: one of each kind, with keys and values of objects and of numbers. */
class Fastutil extends KnownLibraries {
  static void keepAll(int n) {
    map("Object2ObjectOpenHashMap", n, new Object2ObjectOpenHashMap<>());
    map("Object2ObjectLinkedOpenHashMap", n, new Object2ObjectLinkedOpenHashMap<>());
    map("Object2ObjectOpenCustomHashMap", n, new Object2ObjectOpenCustomHashMap<>(strategy()));
    map("Reference2ObjectOpenHashMap", n, new Reference2ObjectOpenHashMap<>());
    map("Object2ReferenceArrayMap", n, new Object2ReferenceArrayMap<>());
    map("Object2ObjectAVLTreeMap", n, new Object2ObjectAVLTreeMap<Key, Value>());
    map("Object2ObjectRBTreeMap", n, new Object2ObjectRBTreeMap<Key, Value>());
    map("synchronized map", n, Object2ObjectMaps.synchronize(new Object2ObjectOpenHashMap<>()));
    mapOf("unmodifiable map", n, source -> Object2ObjectMaps.unmodifiable(new Object2ObjectOpenHashMap<>(source)));

    for (Int2ObjectMap<Value> map : java.util.List.<Int2ObjectMap<Value>>of(new Int2ObjectOpenHashMap<>(), new Int2ObjectLinkedOpenHashMap<>(), new Int2ObjectAVLTreeMap<>(), new Int2ObjectRBTreeMap<>(), new Int2ObjectArrayMap<>())) {
      next();
      for (int i = 0; i < n; i++) map.put(i, new Value());
      keep(map.getClass().getSimpleName(), n, map, 0, n);
    }
    for (Object2LongMap<Key> map : java.util.List.<Object2LongMap<Key>>of(new Object2LongOpenHashMap<>(), new Object2LongAVLTreeMap<>(), new Object2LongArrayMap<>())) {
      next();
      for (int i = 0; i < n; i++) map.put(new Key(i), i);
      keep(map.getClass().getSimpleName(), n, map, n, 0);
    }
    next();
    Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    for (int i = 0; i < n; i++) numbers.put(i, i);
    keep("Long2IntOpenHashMap", n, numbers, 0, 0);

    collection("ObjectOpenHashSet", n, new ObjectOpenHashSet<>());
    collection("ObjectLinkedOpenHashSet", n, new ObjectLinkedOpenHashSet<>());
    collection("ObjectOpenCustomHashSet", n, new ObjectOpenCustomHashSet<>(strategy()));
    collection("ReferenceOpenHashSet", n, new ReferenceOpenHashSet<>());
    collection("ObjectAVLTreeSet", n, new ObjectAVLTreeSet<Key>());
    collection("ObjectRBTreeSet", n, new ObjectRBTreeSet<Key>());
    collection("ObjectArraySet", n, new ObjectArraySet<>());
    collection("ObjectOpenHashBigSet", n, new ObjectOpenHashBigSet<>());
    collection("ObjectArrayList", n, new ObjectArrayList<>());
    collection("ReferenceArrayList", n, new ReferenceArrayList<>());
    collection("ObjectBigArrayBigList", n, new ObjectBigArrayBigList<>());
    collection("synchronized list", n, ObjectLists.synchronize(new ObjectArrayList<>()));
    collectionOf("ObjectImmutableList", n, ObjectImmutableList::new);
    if (n == 1) collectionOf("singleton", n, keys -> ObjectSets.singleton(keys.get(0)));

    next();
    ObjectArrayFIFOQueue<Key> queue = new ObjectArrayFIFOQueue<>();
    for (int i = 0; i < n; i++) queue.enqueue(new Key(i));
    keep("ObjectArrayFIFOQueue", n, queue, n, 0);
    next();
    ObjectHeapPriorityQueue<Key> heap = new ObjectHeapPriorityQueue<>();
    for (int i = 0; i < n; i++) heap.enqueue(new Key(i));
    keep("ObjectHeapPriorityQueue", n, heap, n, 0);
    next();
    ObjectArrayPriorityQueue<Key> unordered = new ObjectArrayPriorityQueue<>();
    for (int i = 0; i < n; i++) unordered.enqueue(new Key(i));
    keep("ObjectArrayPriorityQueue", n, unordered, n, 0);
  }

  private static Hash.Strategy<Object> strategy() {
    return new Hash.Strategy<>() {
      @Override public int hashCode(Object of) { return of.hashCode(); }
      @Override public boolean equals(Object one, Object other) { return java.util.Objects.equals(one, other); }
    };
  }
}
