import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The JDK's compiler at work: compiles what the second argument, a file, lists, as often as the first one says, into the folder that
 * the third one names.
 */
public class SteadyCompiler {
  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final List<String> files;
  private final List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d"));

  /** The list of files, the folder, and more options of the compiler. */
  SteadyCompiler(List<String> arguments) throws IOException {
    files = Files.readAllLines(Path.of(arguments.get(0)));
    options.addAll(arguments.subList(1, arguments.size()));
  }

  boolean compile() throws IOException {
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(problem -> {}, null, null)) {
      return compiler.getTask(null, manager, problem -> {}, options, null, manager.getJavaFileObjectsFromStrings(files)).call();
    }
  }

  public static void main(String[] arguments) throws IOException {
    int rounds = Integer.parseInt(arguments[0]);
    SteadyCompiler compiler = new SteadyCompiler(List.of(arguments).subList(1, arguments.length));
    for (int round = 0; round < rounds; round++) compiler.compile();
  }
}
