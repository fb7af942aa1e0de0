import org.apache.commons.collections4.bag.*;
import org.apache.commons.collections4.bidimap.*;
import org.apache.commons.collections4.collection.SynchronizedCollection;
import org.apache.commons.collections4.list.*;
import org.apache.commons.collections4.map.*;
import org.apache.commons.collections4.multimap.*;
import org.apache.commons.collections4.multiset.*;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.set.*;
import org.apache.commons.collections4.trie.PatriciaTrie;
import java.util.*;

/** Apache Commons Collections 4. */
@SuppressWarnings({"unchecked", "rawtypes"})
class Commons4 extends KnownLibraries {
  static void keepAll(int n) {
    maps(n);
    collections(n);
  }

  private static void maps(int n) {
    map("HashedMap", n, new HashedMap<Key, Value>());
    map("LinkedMap", n, new LinkedMap<Key, Value>());
    map("LRUMap", n, new LRUMap<Key, Value>(100_000));
    next();
    CaseInsensitiveMap<String, Value> names = new CaseInsensitiveMap<>();
    for (int i = 0; i < n; i++) names.put("Name " + i, new Value());
    keep("CaseInsensitiveMap", n, names, 0, n, also(n, "java.lang.String"));
    map("StaticBucketMap", n, new StaticBucketMap<Key, Value>());
    map("Flat3Map", n, new Flat3Map<Key, Value>());
    map("ListOrderedMap", n, ListOrderedMap.listOrderedMap(new HashMap<>()));
    map("LazyMap", n, LazyMap.lazyMap(new HashMap<>(), () -> null));
    map("DualHashBidiMap", n, new DualHashBidiMap<Key, Value>());
    map("DualTreeBidiMap", n, new DualTreeBidiMap<Key, Value>());
    map("TreeBidiMap", n, new TreeBidiMap<Key, Value>());
    mapOf("CompositeMap", n, source -> new CompositeMap(source, new HashMap()));
    next();
    Map<Object, Object> weak = new ReferenceMap<Object, Object>(AbstractReferenceMap.ReferenceStrength.WEAK, AbstractReferenceMap.ReferenceStrength.HARD);
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      HELD.add(key);
      weak.put(key, new Value());
    }
    keep("ReferenceMap with weak keys", n, weak, n, n);
    next();
    Map<Object, Object> soft = new ReferenceMap<Object, Object>();
    for (int i = 0; i < n; i++) soft.put(new Key(i), new Value());
    keep("ReferenceMap with soft values", n, soft, n, n);
    next();
    PatriciaTrie<Value> trie = new PatriciaTrie<>();
    for (int i = 0; i < n; i++) trie.put("key " + i, new Value());
    keep("PatriciaTrie", n, trie, 0, n, also(n, "java.lang.String"));
    for (AbstractMultiValuedMap<Key, Value> multimap :
        List.<AbstractMultiValuedMap<Key, Value>>of(new ArrayListValuedHashMap<>(), new HashSetValuedHashMap<>())) {
      next();
      for (int i = 0; i < n; i++) multimap.put(new Key(i), new Value());
      keep(multimap.getClass().getSimpleName(), n, multimap, n, n, also(multimap instanceof HashSetValuedHashMap ? 1 : 0, "java.lang.Object"));
    }
  }

  private static void collections(int n) {
    collection("SynchronizedCollection", n, SynchronizedCollection.synchronizedCollection(new ArrayList<>()));
    collection("HashBag", n, new HashBag<Key>(), also(n, "org.apache.commons.collections4.bag.AbstractMapBag$MutableInteger"));
    collection("TreeBag", n, new TreeBag<Key>(), also(n, "org.apache.commons.collections4.bag.AbstractMapBag$MutableInteger"));
    collection("TreeList", n, new TreeList<Key>());
    collection("CursorableLinkedList", n, new CursorableLinkedList<Key>());
    collection("NodeCachingLinkedList", n, new NodeCachingLinkedList<Key>());
    collection("GrowthList", n, GrowthList.growthList(new ArrayList<>()));
    collection("ListOrderedSet", n, ListOrderedSet.listOrderedSet(new HashSet<>()), also(1, "java.lang.Object"));
    collection("MapBackedSet", n, MapBackedSet.mapBackedSet(new HashMap<Key, Object>(), Boolean.TRUE), also(1, "java.lang.Boolean"));
    collection("CircularFifoQueue", n, new CircularFifoQueue<Key>(1_000));
    collection("HashMultiSet", n, new HashMultiSet<Key>(), also(n, "org.apache.commons.collections4.multiset.AbstractMapMultiSet$MutableInteger"));
  }
}
