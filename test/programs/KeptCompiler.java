import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.Element;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A real program with a large heap that every JDK has: its compiler, at work on the files it is given, all of which it keeps.
 *
 * <p>Prints {@code READY} when it has understood them, and waits until its standard input closes.
 */
public class KeptCompiler {
  private static final List<Object> KEPT = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (String file : arguments) {
      StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
      JavacTask task = (JavacTask) compiler.getTask(null, files, problem -> {}, List.of("-proc:none", "-Xlint:none"), null,
          files.getJavaFileObjectsFromStrings(Arrays.asList(file)));
      List<CompilationUnitTree> trees = new ArrayList<>();
      task.parse().forEach(trees::add);
      List<Element> elements = new ArrayList<>();
      task.analyze().forEach(elements::add);
      KEPT.add(List.of(files, task, trees, elements));
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // Whoever started this program keeps its input open for as long as the heap is of interest.
    }
  }
}
