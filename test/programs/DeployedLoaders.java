import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * An application that is deployed again and again, each time by a class loader of its own, and that registers itself somewhere
 * which outlives it: the drivers' leak. Half of the deployments take their registration back, and are gone after a collection.
 *
 * <p>What a deployment runs uses arrays of its own classes (also of one that is never used otherwise), lambdas and reflection: so
 * there are classes that no field leads to.
 * Prints how many loaders the registry holds, then READY, and waits until its standard input closes.
 */
public class DeployedLoaders {
  private static final CopyOnWriteArrayList<Registration> REGISTRY = new CopyOnWriteArrayList<>();
  private static final int DEPLOYMENTS = 40;

  private record Registration(Object driver) {}

  public static void main(String[] arguments) throws Exception {
    URL classes = Path.of(DeployedLoaders.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toUri().toURL();
    for (int deployment = 0; deployment < DEPLOYMENTS; deployment++) deploy(classes, deployment % 2 == 0);
    System.gc();
    System.out.println("holds java.net.URLClassLoader " + REGISTRY.size());
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }

  private static void deploy(URL classes, boolean staysRegistered) throws Exception {
    ClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    Object driver = loader.loadClass("DeployedLoaders$Application").getDeclaredConstructor().newInstance();
    Registration registration = new Registration(driver);
    REGISTRY.add(registration);
    if (!staysRegistered) REGISTRY.remove(registration);
  }

  private static class NeverUsed {}

  public static class Application {
    private static final List<Application[]> GROUPS = new ArrayList<>();

    private final Supplier<String> name = () -> "application";
    private final Supplier<Application> self = () -> this;

    public Application() throws IOException {
      Application[] group = new Application[2];
      group[0] = this;
      GROUPS.add(group);
      Application[][] none = new Application[0][];
      NeverUsed[] unused = new NeverUsed[none.length];
      Runnable work = () -> GROUPS.removeIf(some -> some.length == none.length + unused.length);
      work.run();
      if (!name.get().endsWith("application") || self.get() != this) throw new IOException("this cannot be");
      for (var method : getClass().getDeclaredMethods()) method.getName();
    }
  }
}
