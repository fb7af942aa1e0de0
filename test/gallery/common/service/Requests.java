package service;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lets a program handle requests at an even pace, and does beside them what every service does and what is no leak: pages that were
 * rendered are remembered in a cache that has a bound, others become garbage at once. With {@code -Dballast=MB} there is also a table of
 * that size which does not grow.
 */
public final class Requests {
  /** What a program does for one request. */
  @FunctionalInterface
  public interface Handler {
    void handle(int number) throws Exception;
  }

  private static final int REMEMBERED_PAGES = 3_000;
  private static final int ROWS_IN_A_MEGABYTE = 3_700;
  private static final long NANOSECONDS = 1_000_000_000L;

  private static final Map<Integer, String> pages = new LinkedHashMap<>(16, 0.75f, true) {
    @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
      return size() > REMEMBERED_PAGES;
    }
  };

  private static final Map<Integer, byte[]> ballast = tableOf(Integer.getInteger("ballast", 0));

  private Requests() {}

  /**
   * For as many seconds as the program's first argument says. Prints its process id before the first request, so that its heap can be dumped,
   * and after the last how many there were and how late.
   */
  public static void handle(String[] arguments, int perSecond, Handler handler) throws InterruptedException {
    int planned = Integer.parseInt(arguments[0]) * perSecond;
    int failed = 0;
    long late = 0;
    long latest = 0;
    System.out.println("process " + ProcessHandle.current().pid());
    long start = System.nanoTime();
    for (int number = 0; number < planned; number++) {
      late = waitUntil(start + number * NANOSECONDS / perSecond);
      latest = Math.max(latest, late);
      try {
        handler.handle(number);
      } catch (Exception problem) {
        if (failed++ == 0) problem.printStackTrace();
      }
      render(number);
    }
    System.out.printf(
        "%d requests, %d failed, at worst %d ms late, at last %d ms, beside %d rows%n",
        planned, failed, latest / 1_000_000, late / 1_000_000, ballast.size());
  }

  /** Returns by how many nanoseconds it is later than that. */
  private static long waitUntil(long due) throws InterruptedException {
    while (due - System.nanoTime() > 0) Thread.sleep(1);
    return System.nanoTime() - due;
  }

  private static void render(int number) {
    String page = "page " + number + " " + "·".repeat(150);
    if (number % 3 == 0) pages.put(number % (5 * REMEMBERED_PAGES), page);
  }

  private static Map<Integer, byte[]> tableOf(int megabytes) {
    Map<Integer, byte[]> table = new HashMap<>();
    for (int row = 0; row < megabytes * ROWS_IN_A_MEGABYTE; row++) table.put(row, new byte[200]);
    return table;
  }
}
