import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Objects that only fields of {@link Class} hold. HotSpot leaves those fields out of heap dumps: there is no path to what reflection
 * has cached, and yet it is alive.
 *
 * <p>Prints {@code holds CLASS COUNT}, then {@code READY}, and waits until its standard input closes.
 */
@HeldByTheJvm.Marked("a program")
public class HeldByTheJvm {
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @interface Marked {
    String value();
    Season[] seasons() default {Season.SPRING, Season.AUTUMN};
  }

  enum Season { SPRING, SUMMER, AUTUMN, WINTER }

  /** What a ClassValue computes hangs on the class it was computed for. */
  static class Remembered {
    final long[] numbers = new long[3];
  }

  private static final ClassValue<Remembered> REMEMBERED = new ClassValue<>() {
    @Override protected Remembered computeValue(Class<?> type) {
      return new Remembered();
    }
  };

  /** Generic in every way, so that reflection has signatures to parse. */
  static class Generic<T extends Comparable<T>> extends ArrayList<Map<String, ? super T>> implements Supplier<List<T[]>> {
    private static final long serialVersionUID = 1;

    transient T field;
    transient List<? extends Collection<Generic<T>>> wild;

    public Generic() {}

    @Marked("a method")
    @Override public List<T[]> get() {
      return new ArrayList<>();
    }

    public <E extends Exception> Map<T, E> method(Comparator<? super T> order) throws E {
      return Map.of();
    }
  }

  private static final Class<?>[] TYPES = {
      Generic.class, Remembered.class, Season.class, Marked.class, HeldByTheJvm.class, String.class, ArrayList.class, Thread.class,
      TimeUnit.class, Map.Entry.class, java.util.HashMap.class, java.util.LinkedHashMap.class, java.util.TreeMap.class,
      java.util.ArrayDeque.class, java.util.PriorityQueue.class, java.util.concurrent.ConcurrentHashMap.class,
      java.util.concurrent.CompletableFuture.class, java.util.stream.Collectors.class, java.math.BigDecimal.class,
      java.time.LocalDate.class, java.time.ZonedDateTime.class, java.nio.file.Files.class, java.net.URI.class};

  @SuppressWarnings("deprecation")
  private static int reflectOn(Class<?> type) throws ReflectiveOperationException {
    int seen = type.getDeclaredFields().length + type.getConstructors().length + type.getAnnotations().length;
    seen += type.getTypeParameters().length + type.getGenericInterfaces().length + type.getPackageName().length();
    seen += String.valueOf(type.getGenericSuperclass()).length();
    for (var method : type.getDeclaredMethods()) {
      seen += method.getGenericParameterTypes().length + method.getAnnotations().length;
    }
    if (type.isEnum()) {
      seen += type.getEnumConstants().length;
    }
    if (type == Generic.class || type == ArrayList.class) {
      seen += type.newInstance().hashCode(); // keeps the constructor in the class
    }
    return seen + REMEMBERED.get(type).numbers.length;
  }

  public static void main(String[] arguments) throws Exception {
    long seen = 0;
    for (Class<?> type : TYPES) {
      seen += reflectOn(type);
    }
    seen += Season.valueOf("WINTER").ordinal() + TimeUnit.valueOf("DAYS").ordinal();
    System.out.println("saw " + (seen > 0 ? "much" : "nothing"));
    System.out.println("holds HeldByTheJvm$Remembered " + TYPES.length);
    System.out.println("holds HeldByTheJvm$Season " + Season.values().length);
    System.out.println("READY");
    waitForEndOfInput();
  }

  private static void waitForEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }
}
