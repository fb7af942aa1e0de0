import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Classes that come and go with their loaders: 20 classes of one name with an instance and a static field each. Prints READY, then for
 * each line that it reads drops them, lets the JVM unload them, makes 20 others, and prints READY again. Ends with its standard input.
 */
public class UnloadedClasses {
  private static final int HELD = 20;
  private static List<Object> kept = new ArrayList<>();

  public static class Throwaway {
    static Object held = new long[3];
    Object own = new int[7];
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(null);
    }

    Class<?> define(byte[] code) {
      return defineClass("UnloadedClasses$Throwaway", code, 0, code.length);
    }
  }

  public static void main(String[] arguments) throws Exception {
    byte[] code;
    try (InputStream file = UnloadedClasses.class.getResourceAsStream("UnloadedClasses$Throwaway.class")) {
      code = file.readAllBytes();
    }
    replace(code);
    System.out.println("READY");
    for (int read = System.in.read(); read >= 0; read = System.in.read()) {
      if (read != '\n') continue;
      replace(code);
      System.out.println("READY");
    }
  }

  private static void replace(byte[] code) throws ReflectiveOperationException, IOException {
    kept = new ArrayList<>();
    System.gc();
    for (int i = 0; i < HELD; i++) kept.add(new Loader().define(code).getDeclaredConstructor().newInstance());
    System.gc();
  }
}
