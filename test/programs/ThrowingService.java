import java.util.zip.CRC32;

/**
 * A service that throws about 10,000 exceptions a second: every request is refused deep in its handling, after some work that
 * allocates nothing.
 *
 * <p>It answers the requests in rounds, and prints {@code took MILLISECONDS} for all after the first round, which warms up. The
 * work of a request is measured once, so that 100 microseconds pass from exception to exception on any machine.
 */
public class ThrowingService {
  private static final int ROUNDS = 10;
  private static final int DEPTH = 40;
  private static final int NANOSECONDS = 100_000;

  private final byte[] content = new byte[1 << 12];
  private final CRC32 checksum = new CRC32();
  private int work = 1;
  private long refused;

  public static void main(String[] arguments) {
    int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    ThrowingService service = new ThrowingService();
    service.work = arguments.length > 1 ? Integer.parseInt(arguments[1]) : service.measuredWork();
    service.answer(requests / ROUNDS);
    long began = System.nanoTime();
    service.answer(requests - requests / ROUNDS);
    System.out.println("took " + (System.nanoTime() - began) / 1_000_000);
    System.out.println("work " + service.work);
    System.out.println("refused " + service.refused);
  }

  private void answer(int requests) {
    for (int request = 0; request < requests; request++) {
      work();
      try {
        handle(request, DEPTH);
      } catch (IllegalStateException refusal) {
        refused += refusal.getMessage().length() > 0 ? 1 : 0;
      }
    }
  }

  private int measuredWork() {
    int found = 1;
    for (long took = 0; took < NANOSECONDS; found *= 2) {
      work = found;
      took = Long.MAX_VALUE;
      for (int attempt = 0; attempt < 200; attempt++) {
        long began = System.nanoTime();
        work();
        took = Math.min(took, System.nanoTime() - began);
      }
    }
    return found / 2;
  }

  private void work() {
    for (int i = 0; i < work; i++) checksum.update(content);
  }

  private int handle(int request, int depth) {
    if (depth == 0) throw new IllegalStateException("request " + request % 100 + " is refused");
    return handle(request, depth - 1) + 1;
  }
}
