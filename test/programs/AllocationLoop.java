/**
 * A loop that does nothing but allocate: small objects of which none lives. What a recorder costs is seen here first.
 *
 * <p>Prints {@code took MILLISECONDS} for all after the first tenth, which warms up.
 */
public class AllocationLoop {
  private static volatile Object kept;

  private final Object value;
  private final long number;

  private AllocationLoop(Object value, long number) {
    this.value = value;
    this.number = number;
  }

  public static void main(String[] arguments) {
    int millions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    allocate(millions * 100_000L);
    long began = System.nanoTime();
    allocate(millions * 900_000L);
    System.out.println("took " + (System.nanoTime() - began) / 1_000_000);
  }

  static Object allocate(long objects) {
    for (long number = 0; number < objects; number++) kept = new AllocationLoop(kept == null ? null : "", number);
    return kept;
  }
}
