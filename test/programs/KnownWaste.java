import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Wastes memory in every way that {@code heaptrail waste} knows, so many times in each of its fields, and prints how often.
 *
 * <p>It prints one line for each field: {@code waste KIND FIELD COUNT}, where COUNT are the objects to gain of one type, and the
 * type. What it does right stands beside and must not be told: {@code fine FIELD}.
 */
public class KnownWaste {
  static final int MANY = 1000;

  /** A text that is equal in all of them: one would do. */
  static final List<String> COPIES = new ArrayList<>();
  static final List<String> DIFFERENT = new ArrayList<>();
  /** The same bytes mean another text where each character has two of them. */
  static final List<String> ALIKE_IN_BYTES = new ArrayList<>();
  static final List<int[]> TABLES = new ArrayList<>();
  static final List<long[]> DIFFERENT_TABLES = new ArrayList<>();
  /** The bits of the tables, but of another type. */
  static final List<float[]> OTHER_TYPE = new ArrayList<>();
  static final List<Object> NO_ELEMENTS = new ArrayList<>();
  static final List<Integer> NUMBERS = new ArrayList<>();
  static final List<Object> SPARSE = new ArrayList<>();
  static final List<Session> SESSIONS = new ArrayList<>();
  static final List<Object> FULL = new ArrayList<>();

  static class Session {
    Map<String, String> attributes = new HashMap<>();
    Set<String> roles = new HashSet<>();
    ArrayDeque<Object> queue = new ArrayDeque<>();
    List<Object> one = new ArrayList<>(1);
    Map<String, Object> sparse = new LinkedHashMap<>(64);
  }

  public static void main(String[] arguments) throws Exception {
    // No constant, which would be one more of them.
    char[] text = {'Ö', 's', 't', 'e', 'r', 'r', 'e', 'i', 'c', 'h'};
    for (int i = 0; i < MANY; i++) {
      COPIES.add(new String(text));
      DIFFERENT.add("different " + i);
      int[] table = new int[16];
      Arrays.fill(table, 0x4711);
      TABLES.add(table);
      long[] different = {i, 1};
      DIFFERENT_TABLES.add(different);
      NO_ELEMENTS.add(i % 2 == 0 ? new KnownWaste[0] : new Session[0]);
      NUMBERS.add(1_000_000 + i);
      Object[] slots = new Object[40];
      slots[3] = KnownWaste.class;
      SPARSE.add(slots);
      FULL.add(new Object[] {KnownWaste.class, KnownWaste.class, null});
      Session session = new Session();
      session.one.add(KnownWaste.class);
      session.sparse.put("key", KnownWaste.class);
      SESSIONS.add(session);
    }
    float[] otherType = new float[16];
    Arrays.fill(otherType, Float.intBitsToFloat(0x4711));
    OTHER_TYPE.add(otherType);
    ALIKE_IN_BYTES.add("\u0441\u0441");
    ALIKE_IN_BYTES.add("A\u0004A\u0004");

    waste("equal-strings", "COPIES[]", MANY - 1, "java.lang.String");
    waste("equal-arrays", "TABLES[]", MANY - 1, "int[]");
    waste("empty-arrays", "NO_ELEMENTS[]", MANY - 2, "");
    waste("boxed-numbers", "NUMBERS[]", MANY, "java.lang.Integer");
    waste("sparse-arrays", "SPARSE[]", MANY, "java.lang.Object[]");
    waste("empty-collections", "Session.attributes", MANY, "java.util.HashMap");
    waste("empty-collections", "Session.roles", 2 * MANY, "java.util.HashSet");
    waste("empty-collections", "Session.queue", 2 * MANY, "java.util.ArrayDeque");
    waste("sparse-collections", "Session.sparse", MANY, "java.util.HashMap$Node[]");
    for (String fine : List.of("DIFFERENT[]", "ALIKE_IN_BYTES[]", "DIFFERENT_TABLES[]", "OTHER_TYPE[]", "FULL[]", "Session.one")) {
      System.out.println("fine\t" + fine);
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Until somebody closes the input.
    }
  }

  private static void waste(String kind, String field, int objects, String type) {
    System.out.println("waste\t" + kind + "\t" + field + "\t" + objects + "\t" + type);
  }
}
