import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Threads that allocate without end and keep the last thousand objects each, so that samples of every moment find some alive. Ends when its
 * input ends. Works for so many seconds of processor time before they start as the argument says, if there is one.
 */
public class BusyThreads {
  private static final int KEPT = 1000;

  /** What each thread has allocated last. */
  static final Object[][] kept = new Object[4][KEPT];

  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 0) work(Integer.parseInt(arguments[0]));
    for (Object[] own : kept) {
      Thread thread = new Thread(() -> allocate(own));
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever asks for more than the end gets nothing.
    }
  }

  private static void work(int seconds) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (threads.getCurrentThreadCpuTime() < seconds * 1_000_000_000L) {
      // It takes processor time and allocates nothing.
    }
  }

  /** With a rest now and then: others need the processors, too. */
  private static void allocate(Object[] own) {
    try {
      for (int i = 0; ; i = (i + 1) % KEPT) {
        own[i] = new Integer[] {i};
        if (i == 0) Thread.sleep(1);
      }
    } catch (InterruptedException ended) {
      // It is told to end.
    }
  }
}
