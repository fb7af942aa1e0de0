import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Collections whose contents are known: dumps its heap to the file that is named, and prints a line for each of its collections, in the order
 * in which `Holder.all` has them: its class, and what an iterator gives, with bars between.
 */
public final class KnownCollectionContents {
  static final class Holder {
    static final Object[] all = make();
  }

  private static Map<String, Integer> fill(Map<String, Integer> map, int count) {
    for (int i = 0; i < count; i++) map.put("key" + (i * 7 % count), 1000 + i);
    return map;
  }

  private static <C extends Collection<String>> C fill(C collection, int count) {
    for (int i = 0; i < count; i++) collection.add("element" + (i * 7 % count));
    return collection;
  }

  private static Object[] make() {
    Map<String, Integer> map = fill(new LinkedHashMap<>(), 30);
    List<String> withNulls = new ArrayList<>(Arrays.asList("a", null, "b", null));
    Properties properties = new Properties();
    properties.setProperty("name", "value");
    // Keys with one hash make a tree of nodes.
    Map<String, Integer> tree = new HashMap<>();
    for (int i = 0; i < 1 << 5; i++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < 5; bit++) key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      tree.put(key.toString(), i);
    }
    return new Object[] {
      fill(new HashMap<>(), 100), map, fill(new TreeMap<>(), 50), fill(new Hashtable<>(), 20), tree,
      fill(new IdentityHashMap<>(), 20), fill(new ConcurrentHashMap<>(), 100), fill(new ConcurrentSkipListMap<>(), 50), properties,
      fill(new ArrayList<>(), 20), withNulls, fill(new LinkedList<>(), 20), fill(new Vector<>(), 20), fill(new HashSet<>(), 20),
      fill(new LinkedHashSet<>(), 20), fill(new TreeSet<>(), 20), fill(new ArrayDeque<>(), 20), fill(new PriorityQueue<>(), 20),
      fill(new CopyOnWriteArrayList<>(), 20), fill(new ConcurrentLinkedQueue<>(), 20), fill(new LinkedBlockingQueue<>(), 20),
      fill(new ArrayBlockingQueue<>(30), 20), Arrays.asList("a", "b"), List.of("one"), List.of("one", "two"), List.of("a", "b", "c"),
      Set.of("one"), Set.of("a", "b", "c"), Map.of("k", "v"), Map.of("k", "v", "l", "w"), new HashMap<>(), new ArrayList<>(),
      Collections.unmodifiableMap(map), Collections.synchronizedList(withNulls), Collections.singletonList("one"),
      map.keySet(), map.values(), fill(Collections.newSetFromMap(new HashMap<>()), 5), ConcurrentHashMap.newKeySet(),
    };
  }

  private static String said(Object collection) {
    List<String> items = new ArrayList<>();
    if (collection instanceof Map<?, ?> map) {
      map.forEach((key, value) -> items.add(key + "=" + value));
    } else {
      for (Object element : (Collection<?>) collection) items.add(String.valueOf(element));
    }
    return String.join("|", items);
  }

  public static void main(String[] arguments) throws Exception {
    for (Object collection : Holder.all) System.out.println(collection.getClass().getName() + "\t" + said(collection));
    new File(arguments[0]).delete();
    ManagementFactory.newPlatformMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            "com.sun.management:type=HotSpotDiagnostic",
            com.sun.management.HotSpotDiagnosticMXBean.class)
        .dumpHeap(arguments[0], true);
  }
}
