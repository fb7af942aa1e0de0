package shop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * A shop that leaks: it measures how long everything takes, and its {@link Statistics} never forget a measurement.
 *
 * <p>No collection of the JDK is part of the leak. Heaptrail sees it as one data structure when statistics.ds describes it.
 *
 * <p>Run it with {@code java shop.Shop [seconds] [orders per second]}.
 */
public final class Shop {
  private static final int RECENT = 500;

  record Article(String name, int cents) {}

  record Order(int number, Article article, int pieces) {}

  private final Map<Integer, Article> articles = new HashMap<>();
  private final Deque<Order> recent = new ArrayDeque<>(RECENT + 1);
  private final Random customers = new Random(42);
  private int orders;

  private Shop() {
    for (int number = 0; number < 1_000; number++) articles.put(number, new Article("article " + number, 99 + number));
  }

  public static void main(String[] arguments) throws InterruptedException {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int perSecond = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2_000;
    Shop shop = new Shop();
    for (int second = 1; second <= seconds; second++) {
      for (int i = 0; i < perSecond; i++) shop.sell();
      System.out.println(shop);
      Thread.sleep(1_000);
    }
    System.out.println("Closed: " + shop);
  }

  private void sell() {
    long began = System.nanoTime();
    Order order = new Order(++orders, articles.get(customers.nextInt(articles.size())), 1 + customers.nextInt(5));
    recent.addLast(order);
    if (recent.size() > RECENT) recent.removeFirst();
    Statistics.INSTANCE.measured(order.pieces() > 3 ? "large orders" : "small orders", System.nanoTime() - began);
  }

  @Override public String toString() {
    return orders + " orders, " + Statistics.INSTANCE.count() + " measurements";
  }
}
