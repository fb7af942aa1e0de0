import java.io.File;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * Objects whose every field it prints: all kinds of fields and arrays, inherited, hidden and static ones, texts of both encodings, and
 * objects that stand for something.
 *
 * <p>It prints one line for each field of one object of each of its classes, parts separated by tabs: {@code field OBJECT DECLARING NAME
 * KIND VALUE}; for arrays {@code element FIELD INDEX VALUE}; and {@code text NAME TEXT} for what an object stands for. Values are what
 * Java's own conversions say, with everything beyond ASCII as Java source writes it.
 */
public class KnownValues {
  static final List<Object> KEPT = new ArrayList<>();

  static class Base {
    boolean yes = true;
    byte small = -128;
    short medium = Short.MIN_VALUE;
    char letter = 'ß';
    int number = Integer.MIN_VALUE;
    long large = Long.MIN_VALUE;
    float real = 0.1f;
    double precise = Math.PI;
    String shadowed = "of the base";
    int hidden = 1;
    Object nothing = null;
  }

  static class Derived extends Base {
    boolean no = false;
    byte biggest = 127;
    short top = Short.MAX_VALUE;
    char last = '\uffff';
    int most = Integer.MAX_VALUE;
    long longest = Long.MAX_VALUE;
    float infinite = Float.NEGATIVE_INFINITY;
    double none = Double.NaN;
    String shadowed = "of the derived";
    int hidden = 2;
  }

  static class Furthest extends Derived {
    float tiny = Float.MIN_VALUE;
    double huge = Double.MAX_VALUE;
    float minusZero = -0.0f;
    char quote = '\'';
    char half = '\ud83d';
    int hidden = 3;
  }

  static class Statics {
    static final long SERIAL = 4711L;
    static boolean flag = true;
    static char sign = '\n';
    static double ratio = 1.0 / 3.0;
    static short count = -3;
    static String name = "static";
    static Object nothing;
  }

  static class Arrays {
    boolean[] flags = {true, false, true};
    byte[] bytes = {0, 1, -1, 127, -128};
    char[] chars = {'a', '\u20ac', '\0', '\ud83d', '\ude00'};
    short[] shorts = {0, -1, Short.MAX_VALUE, Short.MIN_VALUE};
    int[] ints = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
    long[] longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE};
    float[] floats = {0, 1.5f, Float.NaN, Float.POSITIVE_INFINITY, 1e-10f};
    double[] doubles = {0, -1.5, Double.NaN, Double.NEGATIVE_INFINITY, 1e300};
    int[] empty = {};
    String[] texts = {"first", null, "third"};
    int[][] nested = {{1, 2}, null, {}};
    long[] many = new long[5000];
  }

  static class Failure extends RuntimeException {
    Failure(String message) {
      super(message);
    }
  }

  enum Colour {
    RED,
    GREEN {
      @Override
      int strength() {
        return 2;
      }
    };

    int strength() {
      return 1;
    }
  }

  static class Texts {
    final String plain = new String("plain");
    final String empty = new String("");
    final String latin = new String("Gr\u00fc\u00dfe \u00e0 tous");
    final String wide = new String("\u65e5\u672c\u8a9e");
    final String pairs = new String("a\ud83d\ude00b\ud83d");
    final String controls = new String("tab\t line\n \"quoted\" back\\slash \u0007 \u202e");
    final String exact = "x".repeat(80);
    final String cut = "y".repeat(81);
    final Boolean truth = Boolean.TRUE;
    final Byte oneByte = (byte) -5;
    final Character character = 'Z';
    final Short oneShort = (short) 1234;
    final Integer integer = 123456;
    final Long oneLong = -9876543210L;
    final Float oneFloat = 2.5f;
    final Double oneDouble = 0.1;
    final Colour red = Colour.RED;
    final Colour green = Colour.GREEN;
    final TimeUnit unit = TimeUnit.SECONDS;
    final Thread thread = new Thread(() -> {}, "worker \u00e4");
    final UUID uuid = UUID.fromString("0123abcd-89ef-4567-8901-fedcba987654");
    final BigInteger noInteger = BigInteger.ZERO;
    final BigInteger bigInteger = new BigInteger("-123456789012345678901234567890000000001");
    final BigDecimal price = new BigDecimal("19.99");
    final BigDecimal debt = new BigDecimal("-0.05");
    final BigDecimal bigDecimal = new BigDecimal("123456789012345678901234567890.5");
    final LocalDate date = LocalDate.of(2024, 2, 29);
    final LocalTime time = LocalTime.of(7, 8, 9, 120_000_000);
    final LocalDateTime dateTime = LocalDateTime.of(1999, 12, 31, 23, 59, 58);
    final Instant instant = Instant.ofEpochSecond(-1, 500_000_000);
    final Instant epoch = Instant.ofEpochSecond(1_700_000_000L);
    final Duration duration = Duration.ofMillis(-1500);
    final Duration hours = Duration.ofSeconds(3723);
    final Duration noTime = Duration.ZERO;
    final Period period = Period.of(1, -2, 3);
    final Year year = Year.of(2025);
    final YearMonth month = YearMonth.of(2025, 3);
    final ZoneOffset offset = ZoneOffset.ofHoursMinutes(-3, -30);
    final ZoneId zone = ZoneId.of("Europe/Vienna");
    final OffsetDateTime offsetDateTime = OffsetDateTime.of(dateTime, offset);
    final ZonedDateTime zoned = ZonedDateTime.of(2024, 7, 1, 12, 0, 1, 0, ZoneId.of("Europe/Vienna"));
    final File file = new File("/var/log/app.log");
    final Path path = Path.of("/srv/d\u00e4ta/file.txt");
    final URI uri = URI.create("https://example.com:8080/a/b?x=1#top");
    final URL url;
    final Pattern pattern = Pattern.compile("a+\\d");
    final AtomicInteger atomicInteger = new AtomicInteger(-7);
    final AtomicLong atomicLong = new AtomicLong(1L << 40);
    final AtomicBoolean atomicBoolean = new AtomicBoolean(true);
    final AtomicReference<String> reference = new AtomicReference<>("referred");
    final AtomicReference<String> noReference = new AtomicReference<>();
    final Optional<Integer> present = Optional.of(42);
    final Optional<Integer> absent = Optional.empty();
    final OptionalInt optionalInt = OptionalInt.of(3);
    final OptionalLong optionalLong = OptionalLong.empty();
    final OptionalDouble optionalDouble = OptionalDouble.of(0.5);
    final Throwable failure = new Failure("it broke");
    final StringBuilder builder = new StringBuilder("built ").append(1);
    final StringBuilder wideBuilder = new StringBuilder("\u20ac").append(2);
    final char[] password = {'s', 'e', 'c'};
    final Object plainObject = new Object();

    Texts() throws IOException {
      url = new URL("http://example.org:81/path?query=1#part");
    }
  }

  public static void main(String[] arguments) throws Exception {
    Arrays arrays = new Arrays();
    for (int i = 0; i < arrays.many.length; i++) {
      arrays.many[i] = i * 1_000_003L - 7;
    }
    Texts texts = new Texts();
    for (Object kept : List.of(new Base(), new Derived(), new Furthest(), arrays, texts)) {
      KEPT.add(kept);
      printFields(kept, kept.getClass());
    }
    printStatics(Statics.class);
    printArrays(arrays);
    printTexts(texts);
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  private static void printFields(Object object, Class<?> type) throws IllegalAccessException {
    for (Class<?> declaring = type; declaring != Object.class; declaring = declaring.getSuperclass()) {
      for (Field field : declaring.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          print("field", type.getName(), declaring.getName(), field.getName(), kind(field), value(field, object));
        }
      }
    }
  }

  private static void printStatics(Class<?> type) throws IllegalAccessException {
    for (Field field : type.getDeclaredFields()) {
      print("field", "class " + type.getName(), type.getName(), field.getName(), kind(field), value(field, null));
    }
  }

  private static void printArrays(Arrays arrays) throws IllegalAccessException {
    for (Field field : Arrays.class.getDeclaredFields()) {
      Object array = field.get(arrays);
      print("length", field.getName(), Integer.toString(Array.getLength(array)));
      for (int i = 0; i < Array.getLength(array); i++) {
        print("element", field.getName(), Integer.toString(i), value(field.getType().getComponentType(), Array.get(array, i)));
      }
    }
  }

  private static void printTexts(Texts texts) throws IllegalAccessException {
    for (Field field : Texts.class.getDeclaredFields()) {
      print("text", field.getName(), text(field.get(texts)));
    }
  }

  private static String kind(Field field) {
    return field.getType().isPrimitive() ? field.getType().getName() : "reference";
  }

  private static String value(Field field, Object object) throws IllegalAccessException {
    return value(field.getType(), field.get(object));
  }

  /** A primitive value, the text of a string, or the class of another object. */
  private static String value(Class<?> type, Object value) {
    if (value == null) {
      return "null";
    }
    if (type == char.class) {
      return escaped(value.toString(), '\'');
    }
    if (type.isPrimitive()) {
      return value.toString();
    }
    return value instanceof String string ? quoted(string) : value.getClass().getTypeName();
  }

  private static String text(Object object) {
    if (object instanceof CharSequence characters) {
      return quoted(characters.toString());
    }
    if (object instanceof char[] characters) {
      return quoted(new String(characters));
    }
    if (object instanceof Character character) {
      return "'" + escaped(character.toString(), '\'') + "'";
    }
    if (object instanceof Thread thread) {
      return quoted(thread.getName());
    }
    if (object instanceof Throwable failure) {
      return quoted(failure.getMessage());
    }
    if (object instanceof Pattern pattern) {
      return quoted(pattern.pattern());
    }
    if (object instanceof Enum<?> constant) {
      return constant.name();
    }
    if (object instanceof AtomicReference<?> reference) {
      return reference.get() == null ? "null" : text(reference.get());
    }
    if (object instanceof Optional<?> optional) {
      return optional.isPresent() ? "Optional[" + text(optional.get()) + "]" : "Optional.empty";
    }
    if (object.getClass().getSimpleName().startsWith("Optional")) {
      return object.toString().replaceFirst("^Optional[A-Z][a-z]*", "Optional");
    }
    return object.getClass() == Object.class ? "" : ascii(object.toString());
  }

  private static String quoted(String text) {
    boolean cut = text.length() > 80;
    return '"' + escaped(cut ? text.substring(0, 80) : text, '"') + (cut ? "\\u2026\"" : "\"");
  }

  /** As Java source writes it; only what is invisible or half of a pair is a code in Heaptrail, so the reader undoes the others. */
  private static String escaped(String text, char mark) {
    StringBuilder result = new StringBuilder();
    for (char character : text.toCharArray()) {
      switch (character) {
        case '\n' -> result.append("\\n");
        case '\t' -> result.append("\\t");
        case '\r' -> result.append("\\r");
        default -> {
          if (character == mark || character == '\\') {
            result.append('\\');
          }
          result.append(ascii(String.valueOf(character)));
        }
      }
    }
    return result.toString();
  }

  private static String ascii(String text) {
    StringBuilder result = new StringBuilder();
    for (char character : text.toCharArray()) {
      result.append(character >= ' ' && character < 127 ? String.valueOf(character) : String.format("\\u%04x", (int) character));
    }
    return result.toString();
  }

  private static void print(String... parts) {
    System.out.println(String.join("\t", parts));
  }
}
