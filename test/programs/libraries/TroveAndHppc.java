import com.carrotsearch.hppc.*;
import gnu.trove.TCollections;
import gnu.trove.list.array.TIntArrayList;
import gnu.trove.list.linked.TIntLinkedList;
import gnu.trove.map.hash.*;
import gnu.trove.set.hash.*;
import gnu.trove.stack.array.TIntArrayStack;

/** Trove 3 and HPPC. */
class TroveAndHppc extends KnownLibraries {
  static void keepAll(int n) {
    trove(n);
    hppc(n);
  }

  private static void trove(int n) {
    map("THashMap", n, new THashMap<>());
    collection("THashSet", n, new THashSet<>());
    collection("TLinkedHashSet", n, new TLinkedHashSet<>());
    next();
    TIntObjectHashMap<Value> byNumber = new TIntObjectHashMap<>();
    for (int i = 0; i < n; i++) byNumber.put(i, new Value());
    keep("TIntObjectHashMap", n, byNumber, 0, n);
    next();
    TObjectIntHashMap<Key> numbers = new TObjectIntHashMap<>();
    for (int i = 0; i < n; i++) numbers.put(new Key(i), i);
    numbers.remove(new Key(0));
    keep("TObjectIntHashMap", n, numbers, n - 1, 0);
    next();
    TObjectIntHashMap<Key> inside = new TObjectIntHashMap<>();
    for (int i = 0; i < n; i++) inside.put(new Key(i), i);
    keep("synchronized map", n, TCollections.synchronizedMap(inside), n, 0);
    next();
    TObjectIntHashMap<Key> fixed = new TObjectIntHashMap<>();
    for (int i = 0; i < n; i++) fixed.put(new Key(i), i);
    keep("unmodifiable map", n, TCollections.unmodifiableMap(fixed), n, 0);
    next();
    TIntArrayStack stack = new TIntArrayStack();
    for (int i = 0; i < n; i++) stack.push(i);
    keep("TIntArrayStack", n, stack, 0, 0);
    next();
    TIntIntHashMap bare = new TIntIntHashMap();
    TIntArrayList list = new TIntArrayList();
    TIntLinkedList linked = new TIntLinkedList();
    for (int i = 0; i < n; i++) {
      bare.put(i, i);
      list.add(i);
      linked.add(i);
    }
    keep("TIntIntHashMap", n, bare, 0, 0);
    next();
    keep("TIntArrayList", n, list, 0, 0);
    next();
    keep("TIntLinkedList", n, linked, 0, 0);
  }

  private static void hppc(int n) {
    next();
    ObjectObjectHashMap<Key, Value> map = new ObjectObjectHashMap<>();
    for (int i = 0; i < n; i++) map.put(new Key(i), new Value());
    keep("ObjectObjectHashMap", n, map, n, n);
    next();
    IntObjectHashMap<Value> byNumber = new IntObjectHashMap<>();
    for (int i = 0; i < n; i++) byNumber.put(i, new Value());
    keep("IntObjectHashMap", n, byNumber, 0, n);
    next();
    ObjectIntHashMap<Key> numbers = new ObjectIntHashMap<>();
    for (int i = 0; i < n; i++) numbers.put(new Key(i), i);
    keep("ObjectIntHashMap", n, numbers, n, 0);
    next();
    ObjectHashSet<Key> set = new ObjectHashSet<>();
    for (int i = 0; i < n; i++) set.add(new Key(i));
    keep("ObjectHashSet", n, set, n, 0);
    next();
    ObjectArrayList<Key> list = new ObjectArrayList<>();
    for (int i = 0; i < n; i++) list.add(new Key(i));
    keep("ObjectArrayList", n, list, n, 0);
    next();
    ObjectArrayDeque<Key> queue = new ObjectArrayDeque<>();
    for (int i = 0; i < n; i++) queue.addLast(new Key(i));
    keep("ObjectArrayDeque", n, queue, n, 0);
  }
}
