import scala.Option;
import scala.Tuple2;
import scala.collection.concurrent.TrieMap;
import scala.collection.mutable.*;
import scala.math.Ordering;

/** Scala 2.11, called from Java. */
@SuppressWarnings({"unchecked", "rawtypes", "deprecation"})
class Scala extends KnownLibraries {
  static void keepAll(int n) {
    immutable(n);
    mutable(n);
  }

  private static Ordering<Key> order() {
    return scala.math.Ordering$.MODULE$.comparatorToOrdering(java.util.Comparator.<Key>naturalOrder());
  }

  private static void immutable(int n) {
    next();
    scala.collection.immutable.HashMap<Key, Value> map = new scala.collection.immutable.HashMap<>();
    for (int i = 0; i < n; i++) map = map.updated(new Key(i), new Value());
    if (n > 1) keep("immutable.HashMap", n, map, n, n);
    next();
    scala.collection.immutable.HashSet<Key> set = new scala.collection.immutable.HashSet<>();
    for (int i = 0; i < n; i++) set = set.$plus(new Key(i));
    if (n > 1) keep("immutable.HashSet", n, set, n, 0);
    next();
    scala.collection.immutable.TreeMap<Key, Value> tree = new scala.collection.immutable.TreeMap<>(order());
    for (int i = 0; i < n; i++) tree = tree.insert(new Key(i), new Value());
    keep("immutable.TreeMap", n, tree, n, n);
    next();
    scala.collection.immutable.TreeSet<Key> treeSet = new scala.collection.immutable.TreeSet<>(order());
    for (int i = 0; i < n; i++) treeSet = treeSet.insert(new Key(i));
    keep("immutable.TreeSet", n, treeSet, n, 0);
    next();
    var builder = new scala.collection.immutable.VectorBuilder<Key>();
    for (int i = 0; i < n; i++) builder.$plus$eq(new Key(i));
    keep("Vector", n, builder.result(), n, 0);
    next();
    scala.collection.immutable.Queue<Key> queue = scala.collection.immutable.Queue$.MODULE$.empty();
    for (int i = 0; i < n; i++) queue = queue.enqueue(new Key(i));
    keep("immutable.Queue", n, queue, n, 0);
    if (n == 1) {
      next();
      keep("Map1", n, new scala.collection.immutable.Map.Map1<>(new Key(1), new Value()), 1, 1);
      next();
      keep("Set2", n, new scala.collection.immutable.Set.Set2<>(new Key(1), new Key(2)), 2, 0);
    }
    next();
    scala.collection.immutable.LongMap<Value> longs = scala.collection.immutable.LongMap$.MODULE$.empty();
    for (int i = 0; i < n; i++) longs = longs.updated(i, new Value());
    if (n > 1) keep("immutable.LongMap", n, longs, 0, n);
    next();
    scala.collection.immutable.IntMap<Value> ints = scala.collection.immutable.IntMap$.MODULE$.empty();
    for (int i = 0; i < n; i++) ints = ints.updated(i, new Value());
    if (n > 1) keep("immutable.IntMap", n, ints, 0, n);
    next();
    scala.collection.immutable.Stack<Key> stack = scala.collection.immutable.Stack$.MODULE$.empty();
    for (int i = 0; i < n; i++) stack = stack.push(new Key(i));
    keep("immutable.Stack", n, stack, n, 0);
    next();
    // Those of one hash are below one that has another.
    scala.collection.immutable.HashSet<Key> colliding = new scala.collection.immutable.HashSet<Key>().$plus(new Key(1));
    for (int i = 1; i < n; i++) colliding = colliding.$plus(new Colliding(i + 1));
    if (n > 1) keep("immutable.HashSet of colliding ones", n, colliding, n, 0);
    next();
    scala.collection.immutable.HashMap<Key, Value> collidingMap = new scala.collection.immutable.HashMap<Key, Value>().updated(new Key(1), new Value());
    for (int i = 1; i < n; i++) collidingMap = collidingMap.updated(new Colliding(i + 1), new Value());
    if (n > 1) keep("immutable.HashMap of colliding ones", n, collidingMap, n, n);
  }

  private static void put(String name, int n, Map<Key, Value> map) {
    next();
    for (int i = 0; i < n; i++) map.put(new Key(i), new Value());
    keep(name, n, map, n, n);
  }

  private static void mutable(int n) {
    put("HashMap", n, new HashMap<>());
    put("LinkedHashMap", n, new LinkedHashMap<>());
    put("AnyRefMap", n, new AnyRefMap<>());
    put("TrieMap", n, new TrieMap<>());
    next();
    OpenHashMap<Key, Value> open = new OpenHashMap<>();
    for (int i = 0; i < n; i++) open.put(new Key(i), new Value());
    keep("OpenHashMap", n, open, n, n);
    next();
    TrieMap<Key, Value> colliding = new TrieMap<>();
    for (int i = 0; i < n; i++) colliding.put(new Colliding(i), new Value());
    keep("TrieMap of colliding ones", n, colliding, n, n);
    next();
    LongMap<Value> longs = new LongMap<>();
    for (int i = 0; i < n; i++) longs.put(i + 1, new Value());
    keep("LongMap", n, longs, 0, n);
    for (Set<Key> set : java.util.List.<Set<Key>>of(new HashSet<>(), new LinkedHashSet<>())) {
      next();
      for (int i = 0; i < n; i++) set.add(new Key(i));
      keep(set.getClass().getSimpleName(), n, set, n, 0);
    }
    next();
    ArrayBuffer<Key> array = new ArrayBuffer<>();
    for (int i = 0; i < n; i++) array.$plus$eq(new Key(i));
    keep("ArrayBuffer", n, array, n, 0);
    next();
    ListBuffer<Key> list = new ListBuffer<>();
    for (int i = 0; i < n; i++) list.$plus$eq(new Key(i));
    keep("ListBuffer", n, list, n, 0);
    next();
    ArrayStack<Key> arrayStack = new ArrayStack<>();
    for (int i = 0; i < n; i++) arrayStack.push(new Key(i));
    keep("ArrayStack", n, arrayStack, n, 0);
    next();
    ArraySeq<Key> fixed = new ArraySeq<>(n);
    for (int i = 0; i < n; i++) fixed.update(i, new Key(i));
    keep("ArraySeq", n, fixed, n, 0);
    next();
    TreeSet<Key> treeSet = new TreeSet<>(order());
    for (int i = 0; i < n; i++) treeSet.add(new Key(i));
    keep("TreeSet", n, treeSet, n, 0);
    next();
    Queue<Key> queue = new Queue<>();
    for (int i = 0; i < n; i++) queue.$plus$eq(new Key(i));
    keep("Queue", n, queue, n, 0);
    next();
    Stack<Key> stack = new Stack<>();
    for (int i = 0; i < n; i++) stack.push(new Key(i));
    keep("Stack", n, stack, n, 0);
    next();
    PriorityQueue<Key> heap = new PriorityQueue<>(order());
    for (int i = 0; i < n; i++) heap.$plus$eq(new Key(i));
    keep("PriorityQueue", n, heap, n, 0);
  }
}
