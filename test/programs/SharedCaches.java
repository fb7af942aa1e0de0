import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Several containers that hold the same objects: none of them alone keeps much alive, all of them together do.
 *
 * <p>Two caches hold every product, under different keys; a third, keyed differently again, holds every tenth. Two linked lists have
 * three data objects in common. The program knows what it made and prints it, in objects by class, before {@code READY}:
 *
 * <pre>
 * holds CLASS COUNT                  all there is of the class
 * retains A+B CLASS COUNT            what would be freed if the containers in A and B vanished, themselves included
 * reaches A CLASS COUNT              A and everything that it leads to
 * </pre>
 *
 * where A and B are names of static fields of this class. Then it waits until its standard input closes.
 */
public class SharedCaches {
  record Price(long cents) {}

  /** Five objects: the product, its name and the name's characters, its price, its picture. */
  record Product(String name, Price price, int[] picture) {}

  record Shelf(int number) implements Comparable<Shelf> {
    @Override public int compareTo(Shelf other) {
      return Integer.compare(number, other.number);
    }
  }

  record Datum(String name) {}

  static final int PRODUCTS = 3_000;
  static final int ON_SHELVES = PRODUCTS / 10;
  static final int SHELVES = 30;

  static final Map<String, Product> byName = new HashMap<>();
  static final Map<Integer, Product> byNumber = new HashMap<>();
  static final Map<Shelf, List<Product>> byShelf = new TreeMap<>();
  static final LinkedList<Datum> firstList = new LinkedList<>();
  static final LinkedList<Datum> secondList = new LinkedList<>();

  public static void main(String[] arguments) throws IOException {
    fillCaches();
    fillLists();
    tellOfCaches();
    tellOfLists();
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  private static void fillCaches() {
    for (int i = 0; i < PRODUCTS; i++) {
      Product product = new Product("product " + i, new Price(100 + i), new int[25]);
      byName.put(product.name(), product);
      byNumber.put(1_000 + i, product); // beyond the numbers that the JVM keeps boxed: each is an object of its own
      if (i % 10 == 0) {
        byShelf.computeIfAbsent(new Shelf(i / 10 % SHELVES), shelf -> new ArrayList<>()).add(product);
      }
    }
  }

  /** D1 to D5 in the first list, D3 to D7 in the second. */
  private static void fillLists() {
    for (int i = 1; i <= 7; i++) {
      Datum datum = new Datum("D" + i);
      if (i <= 5) {
        firstList.add(datum);
      }
      if (i >= 3) {
        secondList.add(datum);
      }
    }
  }

  private static void tellOfCaches() {
    int shelves = byShelf.size();
    // The name is the key, and belongs to the product. Numbers and shelves are keys of their own.
    Counts mapByName = new Counts().add("java.util.HashMap", 1).add("java.util.HashMap$Node[]", 1).add("java.util.HashMap$Node", PRODUCTS);
    Counts mapByNumber = new Counts().add(mapByName).add("java.lang.Integer", PRODUCTS);
    Counts mapByShelf = new Counts().add("java.util.TreeMap", 1).add("java.util.TreeMap$Entry", shelves).add("SharedCaches$Shelf", shelves)
        .add("java.util.ArrayList", shelves).add("java.lang.Object[]", shelves);
    Counts everything = new Counts().add(mapByName).add(mapByNumber).add(mapByShelf).add(products(PRODUCTS));

    System.out.println("holds SharedCaches$Product " + PRODUCTS);
    System.out.println("holds SharedCaches$Price " + PRODUCTS);
    System.out.println("holds SharedCaches$Shelf " + shelves);
    mapByName.tell("retains byName");
    mapByNumber.tell("retains byNumber");
    mapByShelf.tell("retains byShelf");
    new Counts().add(mapByName).add(mapByNumber).add(products(PRODUCTS - ON_SHELVES)).tell("retains byName+byNumber");
    new Counts().add(mapByName).add(mapByShelf).tell("retains byName+byShelf");
    new Counts().add(mapByNumber).add(mapByShelf).tell("retains byNumber+byShelf");
    everything.tell("retains byName+byNumber+byShelf");
    new Counts().add(mapByName).add(products(PRODUCTS)).tell("reaches byName");
    new Counts().add(mapByNumber).add(products(PRODUCTS)).tell("reaches byNumber");
    new Counts().add(mapByShelf).add(products(ON_SHELVES)).tell("reaches byShelf");
    everything.tell("reaches byName+byNumber+byShelf");
  }

  private static Counts products(int count) {
    return new Counts().add("SharedCaches$Product", count).add("SharedCaches$Price", count).add("java.lang.String", count)
        .add("byte[]", count).add("int[]", count);
  }

  private static void tellOfLists() {
    Counts list = new Counts().add("java.util.LinkedList", 1).add("java.util.LinkedList$Node", 5);
    System.out.println("holds SharedCaches$Datum 7");
    new Counts().add(list).add(data(2)).tell("retains firstList"); // D1, D2
    new Counts().add(list).add(data(2)).tell("retains secondList"); // D6, D7
    new Counts().add(list).add(list).add(data(7)).tell("retains firstList+secondList");
    new Counts().add(list).add(data(5)).tell("reaches firstList");
    new Counts().add(list).add(data(5)).tell("reaches secondList");
    new Counts().add(list).add(list).add(data(7)).tell("reaches firstList+secondList");
  }

  private static Counts data(int count) {
    return new Counts().add("SharedCaches$Datum", count).add("java.lang.String", count).add("byte[]", count);
  }

  /** Objects by class. */
  private static class Counts {
    private final Map<String, Integer> objects = new TreeMap<>();

    Counts add(String type, int count) {
      objects.merge(type, count, Integer::sum);
      return this;
    }

    Counts add(Counts more) {
      more.objects.forEach(this::add);
      return this;
    }

    void tell(String what) {
      objects.forEach((type, count) -> System.out.println(what + " " + type + " " + count));
    }
  }
}
