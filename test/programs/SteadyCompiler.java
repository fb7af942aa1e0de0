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

  /** How many files; fails where they cannot be compiled, which would take another time. */
  int compile() throws IOException {
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(problem -> {}, null, null)) {
      if (!compiler.getTask(null, manager, problem -> {}, options, null, manager.getJavaFileObjectsFromStrings(files)).call()) {
        throw new IllegalStateException("these files cannot be compiled");
      }
      return files.size();
    }
  }

  public static void main(String[] arguments) throws IOException {
    int rounds = Integer.parseInt(arguments[0]);
    SteadyCompiler compiler = new SteadyCompiler(List.of(arguments).subList(1, arguments.length));
    for (int round = 0; round < rounds; round++) compiler.compile();
  }
}
