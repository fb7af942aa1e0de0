import java.util.*;
import java.util.function.Function;

/**
 * Containers of libraries, each with 1, 7 and 500 elements. The words on the command line name the classes that build them
 * ({@code Guava}, {@code Fastutil}, …), each for one library.
 *
 * <p>As in KnownCollections.java, every element knows the {@link Kept} that holds its container, and this prints before {@code READY}:
 *
 * <pre>
 * keeps NAME CLASS KEYS VALUES [CLASS]... [+CLASS]...
 * </pre>
 *
 * how many {@link Key}s and {@link Value}s the container has, which other structures it contains (where that is of interest), and, with a
 * plus, what else it takes for an element. Then it waits until its standard
 * input closes.
 */
public class KnownLibraries {
  static class Kept {
    Object collection;
  }

  static class Key implements Comparable<Key> {
    final Kept owner = building;
    final int id;

    Key(int id) { this.id = id; }

    @Override public int hashCode() { return id; }
    @Override public boolean equals(Object other) { return other instanceof Key key && key.id == id; }
    @Override public int compareTo(Key other) { return Integer.compare(id, other.id); }
  }

  /** Keys that are all in one place of a hash table. */
  static class Colliding extends Key {
    Colliding(int id) { super(id); }

    @Override public int hashCode() { return 7; }
  }

  static class Value implements Comparable<Value> {
    final Kept owner = building;
    final int id = made++;

    @Override public int compareTo(Value other) { return Integer.compare(id, other.id); }
  }

  static final List<Kept> KEPT = new ArrayList<>();
  /** What containers refer to weakly. */
  static final List<Object> HELD = new ArrayList<>();
  static Kept building;
  static int made;

  public static void main(String[] libraries) throws Exception {
    for (String library : libraries) {
      for (int n : new int[] {1, 7, 500}) {
        Class.forName(library).getDeclaredMethod("keepAll", int.class).invoke(null, n);
      }
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
    System.exit(0);
  }

  /** Elements that are made from now on belong to the next container. */
  static void next() {
    building = new Kept();
  }

  static void keep(String name, int n, Object container, int keys, int values, String... more) {
    building.collection = container;
    KEPT.add(building);
    System.out.println("keeps " + name + "/" + n + " " + container.getClass().getName() + " " + keys + " " + values + " " + String.join(" ", more));
  }

  /** A type that the container takes for an element, so many times. */
  static String[] also(int times, String type) {
    return Collections.nCopies(times, "+" + type).toArray(new String[0]);
  }

  static <M extends Map<? super Key, ? super Value>> void map(String name, int n, M map, String... more) {
    next();
    for (int i = 0; i < n; i++) map.put(new Key(i), new Value());
    keep(name, n, map, n, n, more);
  }

  /** A map that is made of another one. */
  static void mapOf(String name, int n, Function<Map<Key, Value>, ?> make, String... more) {
    next();
    Map<Key, Value> source = new LinkedHashMap<>();
    for (int i = 0; i < n; i++) source.put(new Key(i), new Value());
    keep(name, n, make.apply(source), n, n, more);
  }

  static <C extends Collection<? super Key>> void collection(String name, int n, C collection, String... more) {
    next();
    for (int i = 0; i < n; i++) collection.add(new Key(i));
    keep(name, n, collection, n, 0, more);
  }

  /** A collection that is made of another one. */
  static void collectionOf(String name, int n, Function<List<Key>, ?> make, String... more) {
    next();
    List<Key> source = new ArrayList<>();
    for (int i = 0; i < n; i++) source.add(new Key(i));
    keep(name, n, make.apply(source), n, 0, more);
  }
}
