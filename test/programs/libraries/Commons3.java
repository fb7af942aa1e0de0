import org.apache.commons.collections.bag.*;
import org.apache.commons.collections.bidimap.*;
import org.apache.commons.collections.collection.SynchronizedCollection;
import org.apache.commons.collections.list.*;
import org.apache.commons.collections.map.*;
import org.apache.commons.collections.buffer.*;
import org.apache.commons.collections.set.*;
import java.util.*;

/** Apache Commons Collections 3. */
@SuppressWarnings({"unchecked", "rawtypes"})
class Commons3 extends KnownLibraries {
  static void keepAll(int n) {
    maps(n);
    collections(n);
  }

  private static void maps(int n) {
    map("HashedMap", n, new HashedMap());
    map("LinkedMap", n, new LinkedMap());
    map("LRUMap", n, new LRUMap(100_000));
    map("IdentityMap", n, new IdentityMap());
    map("StaticBucketMap", n, new StaticBucketMap());
    map("Flat3Map", n, new Flat3Map());
    map("ListOrderedMap", n, ListOrderedMap.decorate(new HashMap()));
    map("LazyMap", n, LazyMap.decorate(new HashMap(), () -> null));
    map("DualHashBidiMap", n, new DualHashBidiMap());
    map("DualTreeBidiMap", n, new DualTreeBidiMap());
    map("TreeBidiMap", n, new TreeBidiMap());
    mapOf("CompositeMap", n, source -> new CompositeMap(source, new HashMap()));
    next();
    Map<Object, Object> weak = new ReferenceMap(ReferenceMap.WEAK, ReferenceMap.HARD);
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      HELD.add(key);
      weak.put(key, new Value());
    }
    keep("ReferenceMap with weak keys", n, weak, n, n);
    next();
    Map<Object, Object> soft = new ReferenceMap();
    for (int i = 0; i < n; i++) soft.put(new Key(i), new Value());
    keep("ReferenceMap with soft values", n, soft, n, n);
    next();
    MultiKeyMap several = new MultiKeyMap();
    for (int i = 0; i < n; i++) several.put("a", "b" + i, new Value());
    keep("MultiKeyMap", n, several, 0, n, also(n, "org.apache.commons.collections.keyvalue.MultiKey"));
    map("older ReferenceMap", n, new org.apache.commons.collections.ReferenceMap());
    map("SequencedHashMap", n, new org.apache.commons.collections.SequencedHashMap(), also(n, "org.apache.commons.collections.SequencedHashMap$Entry"));
  }

  private static void collections(int n) {
    collection("SynchronizedCollection", n, SynchronizedCollection.decorate(new ArrayList<>()));
    collection("HashBag", n, new HashBag(), also(n, "org.apache.commons.collections.bag.AbstractMapBag$MutableInteger"));
    collection("TreeBag", n, new TreeBag(), also(n, "org.apache.commons.collections.bag.AbstractMapBag$MutableInteger"));
    collection("TreeList", n, new TreeList());
    collection("CursorableLinkedList", n, new CursorableLinkedList());
    collection("NodeCachingLinkedList", n, new NodeCachingLinkedList());
    collection("GrowthList", n, GrowthList.decorate(new ArrayList()));
    collection("ListOrderedSet", n, ListOrderedSet.decorate(new HashSet()), also(1, "java.lang.Object"));
    collection("MapBackedSet", n, MapBackedSet.decorate(new HashMap(), Boolean.TRUE), also(1, "java.lang.Boolean"));
    collection("CircularFifoBuffer", n, new CircularFifoBuffer(1_000));
    collection("UnboundedFifoBuffer", n, new UnboundedFifoBuffer());
    collection("PriorityBuffer", n, new PriorityBuffer());
    collection("older HashBag", n, new org.apache.commons.collections.HashBag(), also(n, "java.lang.Integer"));
    collection("BinaryHeap", n, new org.apache.commons.collections.BinaryHeap());
  }
}
