import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The JDK's compiler at work: compiles what the second argument, a file, lists, as often as the first one says, into the folder that
 * the third one names. All after the first half is measured: then the compiler itself is compiled.
 *
 * <p>Prints {@code cpu MILLISECONDS}: processor time of the whole process.
 */
public class SteadyCompiler {
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    List<String> files = Files.readAllLines(Path.of(arguments[1]));
    List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", arguments[2]));
    options.addAll(Arrays.asList(arguments).subList(3, arguments.length));
    OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    long began = 0;
    for (int round = 0; round < rounds; round++) {
      if (round == rounds / 2) began = process.getProcessCpuTime();
      try (StandardJavaFileManager manager = compiler.getStandardFileManager(problem -> {}, null, null)) {
        compiler.getTask(null, manager, problem -> {}, options, null, manager.getJavaFileObjectsFromStrings(files)).call();
      }
    }
    System.out.println("cpu " + (process.getProcessCpuTime() - began) / 1_000_000);
  }
}
