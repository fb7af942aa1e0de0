import java.io.IOException;
import java.util.*;
import java.util.concurrent.*;

/**
 * Collections of java.util.concurrent while several threads use them: maps that grow, count or compute, queues from which elements were
 * taken, and queues at which somebody waits.
 *
 * <p>Prints the same as KnownCollections.java, with the same meaning, then {@code READY}, and waits until its standard input closes.
 */
public class KnownConcurrent {
  static class Kept {
    Object collection;
  }

  static class Key implements Delayed {
    final Kept owner;
    final int id;
    final int hash;

    Key(int id) { this(building, id, id); }

    Key(Kept owner, int id, int hash) {
      this.owner = owner;
      this.id = id;
      this.hash = hash;
    }

    @Override public int hashCode() { return hash; }
    @Override public boolean equals(Object other) { return other instanceof Key key && key.id == id; }
    @Override public int compareTo(Delayed other) { return Integer.compare(id, ((Key) other).id); }
    @Override public long getDelay(TimeUnit unit) { return unit.convert(1, TimeUnit.DAYS); }
  }

  static class Value {
    final Kept owner = building;
  }

  static final List<Kept> KEPT = new ArrayList<>();
  static final CountDownLatch NEVER = new CountDownLatch(1);
  static volatile Kept building;

  public static void main(String[] arguments) throws Exception {
    trees();
    counters();
    growing();
    computing();
    removed();
    scheduled();
    waiting();
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  /** Elements that are made from now on belong to the next collection. */
  static void next() {
    building = new Kept();
  }

  static void keep(String name, Object collection, int keys, int values, String... more) {
    building.collection = collection;
    KEPT.add(building);
    String type = collection.getClass().getName();
    System.out.println("keeps " + name + " " + type + " " + keys + " " + values + " " + String.join(" ", more));
  }

  static void fill(Collection<? super Key> collection, int n) {
    for (int i = 0; i < n; i++) {
      collection.add(new Key(i));
    }
  }

  static void fill(Map<? super Key, ? super Value> map, int n) {
    for (int i = 0; i < n; i++) {
      map.put(new Key(i), new Value());
    }
  }

  static void trees() {
    next();
    Map<Key, Value> map = new ConcurrentHashMap<>();
    for (int i = 0; i < 100; i++) {
      map.put(new Key(building, i, i < 50 ? 42 : i), new Value());
    }
    keep("ConcurrentHashMap/trees", map, 100, 100);
  }

  /** Threads that get into each other's way count in cells of their own. */
  static void counters() throws InterruptedException {
    next();
    Map<Key, Value> busy = new ConcurrentHashMap<>();
    Thread[] writers = new Thread[8];
    for (int w = 0; w < writers.length; w++) {
      int first = w * 1000;
      writers[w] = daemon("writer", () -> {
        for (int i = first; i < first + 1000; i++) {
          busy.put(new Key(i), new Value());
        }
      });
    }
    for (Thread writer : writers) {
      writer.join();
    }
    busy.keySet().removeIf(key -> key.id % 2 == 0);
    keep("ConcurrentHashMap/counters", busy, 4000, 4000);
  }

  /** Growing stops at a bin that is locked: the others have gone to the new table. */
  static void growing() throws InterruptedException {
    next();
    Map<Key, Value> growing = new ConcurrentHashMap<>(16);
    for (int i = 0; i < 8; i++) {
      growing.put(new Key(building, i, i), new Value());
    }
    CountDownLatch inside = new CountDownLatch(1);
    daemon("in bin 0", () -> growing.compute(new Key(null, 0, 0), (key, value) -> stuck(inside)));
    inside.await();
    Thread grower = daemon("growing", () -> {
      for (int i = 8; i < 100; i++) {
        growing.put(new Key(i), new Value());
      }
    });
    untilBlocked(grower);
    keep("ConcurrentHashMap/growing", growing, growing.size(), growing.size());
  }

  /** A bin that was empty is reserved while its first value is computed. */
  static void computing() throws InterruptedException {
    next();
    Map<Key, Value> computing = new ConcurrentHashMap<>();
    fill(computing, 3);
    CountDownLatch reserved = new CountDownLatch(1);
    daemon("computing", () -> computing.computeIfAbsent(new Key(null, 77, 5), key -> stuck(reserved)));
    reserved.await();
    keep("ConcurrentHashMap/computing", computing, 3, 3);
  }

  static Value stuck(CountDownLatch inside) {
    inside.countDown();
    try {
      NEVER.await();
    } catch (InterruptedException ignored) {
      // Ends with the program.
    }
    return null;
  }

  static void removed() {
    next();
    Map<Key, Value> skipping = new ConcurrentSkipListMap<>();
    fill(skipping, 1000);
    skipping.keySet().removeIf(key -> key.id % 3 != 0);
    keep("ConcurrentSkipListMap/removed", skipping, 334, 334);

    List<Queue<Key>> queues = List.of(new PriorityQueue<>(Comparator.reverseOrder()), new ArrayBlockingQueue<>(20), new LinkedBlockingQueue<>(),
        new LinkedBlockingDeque<>(), new PriorityBlockingQueue<>(), new LinkedTransferQueue<>(), new ConcurrentLinkedQueue<>(),
        new ConcurrentLinkedDeque<>());
    for (Queue<Key> queue : queues) {
      next();
      fill(queue, 20);
      for (int i = 0; i < 5; i++) {
        queue.remove();
      }
      queue.remove(new Key(10));
      fill(queue, 2);
      keep(queue.getClass().getSimpleName() + "/removed", queue, 16, 0);
    }
    next();
    LinkedBlockingQueue<Key> emptied = new LinkedBlockingQueue<>();
    fill(emptied, 7);
    emptied.clear();
    keep("LinkedBlockingQueue/emptied", emptied, 0, 0);
  }

  static void scheduled() {
    next();
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    });
    for (int i = 0; i < 7; i++) {
      executor.schedule(() -> {}, 1, TimeUnit.DAYS);
    }
    String task = "+java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";
    keep("DelayedWorkQueue/7", executor.getQueue(), 0, 0, Collections.nCopies(7, task).toArray(new String[0]));
  }

  /** Somebody waits for an element, or for somebody who takes one. */
  static void waiting() throws Exception {
    List<BlockingQueue<Key>> queues = List.of(new ArrayBlockingQueue<>(3), new LinkedBlockingQueue<>(), new LinkedBlockingDeque<>(),
        new PriorityBlockingQueue<>(), new SynchronousQueue<>(false), new SynchronousQueue<>(true));
    int number = 0;
    for (BlockingQueue<Key> queue : queues) {
      next();
      untilWaiting(daemon("taker", queue::take));
      keep(queue.getClass().getSimpleName() + "/taker/" + number++, queue, 0, 0);
    }
    for (SynchronousQueue<Key> queue : List.of(new SynchronousQueue<Key>(false), new SynchronousQueue<Key>(true))) {
      next();
      untilWaiting(daemon("giver", () -> queue.put(new Key(null, 1, 1))));
      keep("SynchronousQueue/giver/" + number++, queue, 0, 0);
    }
    next();
    LinkedTransferQueue<Key> transfer = new LinkedTransferQueue<>();
    untilWaiting(daemon("transfer taker", transfer::take));
    keep("LinkedTransferQueue/taker", transfer, 0, 0, "+java.lang.Thread");
  }

  interface Action { void run() throws InterruptedException; }

  static Thread daemon(String name, Action action) {
    Thread thread = new Thread(() -> {
      try {
        action.run();
      } catch (InterruptedException ignored) {
        // Ends with the program.
      }
    }, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void untilBlocked(Thread thread) throws InterruptedException { until(thread, Thread.State.BLOCKED); }

  static void untilWaiting(Thread thread) throws InterruptedException { until(thread, Thread.State.WAITING); }

  static void until(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state) {
      Thread.sleep(1);
    }
  }
}
