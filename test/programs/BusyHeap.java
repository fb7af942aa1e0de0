import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * More than a million objects as a busy server has them: containers of all kinds that share what they hold, objects that refer to
 * each other in circles, weak and soft references, threads in the middle of something, plugins with class loaders of their own, and
 * garbage. The same in every run. With {@code -Dpart=8} an eighth of the customers, products, orders, stations and reports.
 *
 * <p>Prints {@code holds CLASS COUNT} for its own classes, then {@code READY}, and waits until its standard input closes.
 */
public class BusyHeap {
  private static final int PART = Integer.getInteger("part", 1);
  private static final int CUSTOMERS = 20_000 / PART;
  private static final int PRODUCTS = 10_000 / PART;
  private static final int ORDERS = 70_000 / PART;
  private static final int STATIONS = 120_000 / PART;
  private static final int REPORTS = 5_000 / PART;
  private static final int WORKERS = 12;
  private static final int PLUGINS = 25;

  private static final Random RANDOM = new Random(20_240_229);
  private static final CountDownLatch NEVER = new CountDownLatch(1);
  private static final Map<String, Integer> HELD = new TreeMap<>();

  public static void main(String[] arguments) throws Exception {
    Shop.fill();
    Network.fill();
    References.fill();
    Workers.start();
    Plugins.load();
    Garbage.make();
    HELD.forEach((type, count) -> System.out.println("holds " + type + " " + count));
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  private static synchronized void holds(Class<?> type, int count) {
    HELD.merge(type.getTypeName(), count, Integer::sum);
  }

  private static <T> T anyOf(List<T> list) {
    return list.get(RANDOM.nextInt(list.size()));
  }

  // A shop: customers and their orders refer to each other, products are shared by orders, caches and indexes.

  enum Status { OPEN, PAID, SENT, RETURNED }

  static class Customer {
    final String name;
    final List<Order> orders = new ArrayList<>(0);
    final Map<Status, Set<Order>> byStatus = new EnumMap<>(Status.class);
    Customer recommendedBy;

    Customer(String name) { this.name = name; }
  }

  record Product(String name, Map<String, Object> properties) {}

  record Item(Product product, int pieces) {}

  static class Order {
    final Customer customer;
    final Item[] items;
    Order previous;
    Order next;
    Supplier<String> description;

    Order(Customer customer, Item[] items) {
      this.customer = customer;
      this.items = items;
    }
  }

  static class Shop {
    static final Map<String, Customer> customersByName = new HashMap<>();
    static final Map<Integer, Customer> customersByNumber = new ConcurrentSkipListMap<>();
    static final Map<String, Product> productsByName = new TreeMap<>();
    static final Map<Product, List<Order>> ordersByProduct = new IdentityHashMap<>();
    static final Map<Integer, Order> recentOrders = new LinkedHashMap<>(16, 0.75f, true);
    static final Map<Integer, Object> ordersByNumber = new ConcurrentHashMap<>();
    static final ArrayDeque<Order> toSend = new ArrayDeque<>();
    static final PriorityQueue<String> notices = new PriorityQueue<>();
    static final List<Customer> newsletter = new CopyOnWriteArrayList<>();

    static void fill() {
      List<Customer> customers = new ArrayList<>();
      List<Product> products = new ArrayList<>();
      for (int i = 0; i < PRODUCTS; i++) {
        Map<String, Object> properties = i % 3 == 0 ? Collections.emptyMap() : new HashMap<>();
        if (i % 3 != 0) {
          properties.put("weight", i * 1.5);
          properties.put("tags", List.of("tag " + i % 100, "tag " + i % 7));
          if (i > 10) {
            properties.put("like", anyOf(products));
          }
        }
        Product product = new Product("product " + i, properties);
        products.add(product);
        productsByName.put(product.name(), product);
      }
      for (int i = 0; i < CUSTOMERS; i++) {
        Customer customer = new Customer("customer " + i);
        customers.add(customer);
        customer.recommendedBy = anyOf(customers);
        if (i % 2 == 0) {
          customersByName.put(customer.name, customer);
        }
        if (i % 3 == 0) {
          customersByNumber.put(i, customer);
        }
      }
      newsletter.addAll(customers.subList(0, 500));
      Order last = null;
      int items = 0;
      Set<Customer> reached = Collections.newSetFromMap(new IdentityHashMap<>());
      for (int i = 0; i < ORDERS; i++) {
        Item[] bought = new Item[1 + RANDOM.nextInt(3)];
        Arrays.setAll(bought, place -> new Item(anyOf(products), 1 + RANDOM.nextInt(9)));
        items += bought.length;
        Customer customer = anyOf(customers);
        Order order = new Order(customer, bought);
        customer.orders.add(order);
        ordersByNumber.put(i, order);
        for (Customer known = customer; known != null && reached.add(known); known = known.recommendedBy) {
          // Whoever has an order is held by it, and so is who recommended the shop to them, and so on.
        }
        if (i % 5 == 0) {
          customer.byStatus.computeIfAbsent(Status.values()[i / 5 % 4], status -> new HashSet<>(2)).add(order);
        }
        if (i % 10 == 0) {
          order.description = () -> customer.name + " bought " + order.items.length;
          ordersByProduct.computeIfAbsent(bought[0].product(), product -> new LinkedList<>()).add(order);
        }
        if (i % 4 == 0) {
          recentOrders.put(i, order);
          order.previous = last;
          if (last != null) {
            last.next = order;
          }
          last = order;
        }
        if (i % 50 == 0) {
          toSend.add(order);
          notices.add("notice of " + customer.name);
        }
      }
      for (int i = 0; i < CUSTOMERS; i++) {
        boolean listed = i % 2 == 0 || i % 3 == 0 || i < 500;
        for (Customer known = customers.get(i); listed && known != null && reached.add(known); known = known.recommendedBy) {
          // As above.
        }
      }
      holds(Product.class, PRODUCTS);
      holds(Order.class, ORDERS);
      holds(Item.class, items);
      holds(Customer.class, reached.size());
    }
  }

  // A network without order: stations with tracks to anywhere. What a station keeps alive depends on all the others.

  static class Station {
    Station first;
    Station second;
    Station[] more;
    Object freight;
    WeakReference<Station> passing;
  }

  static class Network {
    static final List<Station> terminals = new ArrayList<>();
    static Station largest;

    static void fill() {
      Station[] stations = new Station[STATIONS];
      Arrays.setAll(stations, i -> new Station());
      for (int i = 0; i < STATIONS; i++) {
        Station station = stations[i];
        int kind = RANDOM.nextInt(100);
        // Mostly near by, so that there are long ways; now and then far away.
        station.first = stations[Math.min(STATIONS - 1, i + 1 + RANDOM.nextInt(20))];
        if (kind < 40) {
          station.second = stations[RANDOM.nextInt(10) == 0 ? RANDOM.nextInt(STATIONS) : Math.max(0, i - RANDOM.nextInt(300))];
        }
        if (kind < 5) {
          station.more = new Station[1 + RANDOM.nextInt(6)];
          Arrays.setAll(station.more, place -> place % 2 == 0 ? null : stations[RANDOM.nextInt(STATIONS)]);
        }
        if (kind % 4 == 0) {
          station.freight = new ArrayList<>(List.of("freight " + i, new int[kind]));
        }
        if (kind > 95) {
          station.passing = new WeakReference<>(stations[RANDOM.nextInt(STATIONS)]);
        }
      }
      for (int i = 0; i < 40; i++) {
        terminals.add(stations[RANDOM.nextInt(STATIONS)]);
      }
      terminals.add(stations[0]);
      largest = stations[STATIONS / 2];
      holds(Station.class, reachable());
    }

    /** Stations to which a way leads from a terminal. */
    private static int reachable() {
      Set<Station> known = Collections.newSetFromMap(new IdentityHashMap<>());
      ArrayDeque<Station> waiting = new ArrayDeque<>(terminals);
      waiting.add(largest);
      while (!waiting.isEmpty()) {
        Station station = waiting.poll();
        if (station == null || !known.add(station)) {
          continue;
        }
        for (Station next : new Station[] {station.first, station.second}) {
          if (next != null) {
            waiting.add(next);
          }
        }
        if (station.more != null) {
          Arrays.stream(station.more).filter(next -> next != null).forEach(waiting::add);
        }
      }
      return known.size();
    }
  }

  // Weak, soft and phantom references, alone and in the containers that use them.

  static class Report {
    final String text;
    final Object about;

    Report(String text, Object about) {
      this.text = text;
      this.about = about;
    }
  }

  static class References {
    static final Map<Customer, Report> reports = new WeakHashMap<>();
    static final Map<String, SoftReference<Report>> cache = new HashMap<>();
    static final List<WeakReference<Order>> watched = new ArrayList<>();
    static final List<PhantomReference<Order>> toCleanUp = new ArrayList<>();
    static final ReferenceQueue<Order> queue = new ReferenceQueue<>();

    static void fill() {
      List<Customer> customers = new ArrayList<>(Shop.customersByName.values());
      for (int i = 0; i < REPORTS; i++) {
        // Every other report refers to its own key, so that the key can never go.
        Customer customer = customers.get(i);
        reports.put(customer, new Report("report " + i, i % 2 == 0 ? customer : null));
        cache.put("cached " + i, new SoftReference<>(new Report("cached report " + i, customer)));
        Order order = (Order) Shop.ordersByNumber.get(i);
        watched.add(new WeakReference<>(order, i % 2 == 0 ? queue : null));
        toCleanUp.add(new PhantomReference<>(order, queue));
      }
      holds(Report.class, 2 * REPORTS);
    }
  }

  // Threads whose locals hold things that nothing else does, deep in a recursion, with thread locals and monitors.

  static class Task {
    final Object[] pieces;
    final Task caller;

    Task(Task caller, Object... pieces) {
      this.caller = caller;
      this.pieces = pieces;
    }
  }

  static class Workers {
    static final ConcurrentLinkedQueue<Object> done = new ConcurrentLinkedQueue<>();
    static final ThreadLocal<List<Task>> ownTasks = ThreadLocal.withInitial(ArrayList::new);

    static void start() throws InterruptedException {
      CountDownLatch busy = new CountDownLatch(WORKERS);
      for (int i = 0; i < WORKERS; i++) {
        int number = i;
        Thread worker = new Thread(() -> work(number, 30, null, busy), "worker " + i);
        worker.setDaemon(true);
        worker.start();
      }
      busy.await();
      holds(Task.class, 31 * WORKERS);
    }

    private static int work(int worker, int depth, Task caller, CountDownLatch busy) {
      Map<Integer, Object> mine = new HashMap<>();
      for (int i = 0; i < 100; i++) {
        mine.put(1_000 + i, i % 10 == 0 ? Shop.ordersByNumber.get(worker * 1_000 + i) : "piece " + i + " of " + worker);
      }
      Task task = new Task(depth % 7 == 0 ? null : caller, mine, worker, "step " + depth);
      if (depth % 5 == 0) {
        ownTasks.get().add(task);
        done.add(mine);
      }
      if (depth > 0) {
        return work(worker, depth - 1, task, busy) + task.pieces.length + mine.size();
      }
      synchronized (task) {
        busy.countDown();
        try {
          NEVER.await();
        } catch (InterruptedException ignored) {
          // Nobody interrupts.
        }
        return task.pieces.length + mine.size();
      }
    }
  }

  // Plugins: the same class by many loaders. Only its instances keep such a class, its loader and its static fields alive.

  static class Plugin {
    static final Map<String, long[]> settings = new HashMap<>();
    Object next;

    Plugin() {
      for (int i = 0; i < 50; i++) {
        settings.put("setting " + settings.size(), new long[3]);
      }
    }
  }

  static class PluginLoader extends ClassLoader {
    PluginLoader() { super(BusyHeap.class.getClassLoader()); }

    Class<?> plugin() throws IOException {
      try (InputStream in = BusyHeap.class.getResourceAsStream(Plugin.class.getName() + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(Plugin.class.getName(), bytes, 0, bytes.length);
      }
    }
  }

  static class Plugins {
    static final List<Object> instances = new ArrayList<>();

    static void load() throws Exception {
      Object last = null;
      for (int i = 0; i < PLUGINS; i++) {
        var constructor = new PluginLoader().plugin().getDeclaredConstructor();
        constructor.setAccessible(true);
        for (int j = 0; j < 4; j++) {
          Object plugin = constructor.newInstance();
          var next = plugin.getClass().getDeclaredField("next");
          next.setAccessible(true);
          next.set(plugin, j == 0 ? last : null);
          last = plugin;
          instances.add(plugin);
        }
      }
      holds(PluginLoader.class, PLUGINS);
      holds(Plugin.class, 4 * PLUGINS);
    }
  }

  // Objects that are dead, but refer to what is alive, to each other, and to themselves.

  static class Dead {
    final Object alive;
    Dead other;

    Dead(Object alive, Dead other) {
      this.alive = alive;
      this.other = other == null ? this : other;
    }
  }

  static class Garbage {
    static Dead[] alive = new Dead[50_000];

    /** Objects die where no collection comes by: a full one has made them old before. */
    static void make() {
      for (int i = 0; i < alive.length; i++) {
        Object other = i % 2 == 0 ? Shop.ordersByNumber.get(i) : new ArrayList<>(List.of("dead " + i));
        alive[i] = new Dead(other, i % 10 == 0 ? null : alive[i - 1]);
      }
      System.gc();
      alive = null;
    }
  }
}
