import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kotlin.Unit;
import kotlin.jvm.functions.Function1;
import kotlinx.coroutines.*;

/** Kotlin's coroutines, called from Java: jobs with children, and with handlers that wait for their end. */
class Kotlin extends KnownLibraries {
  static class Handler implements Function1<Throwable, Unit> {
    @Override public Unit invoke(Throwable cause) { return Unit.INSTANCE; }
  }

  static void keepAll(int n) {
    next();
    Job parent = new JobImpl(null);
    List<Job> children = new ArrayList<>();
    for (int i = 0; i < n; i++) children.add(new JobImpl(parent));
    keep("children of a job", n, parent, 0, 0, Collections.nCopies(n, "kotlinx.coroutines.JobImpl").toArray(new String[0]));
    next();
    Job awaited = new JobImpl(null);
    for (int i = 0; i < n; i++) awaited.invokeOnCompletion(new Handler());
    keep("handlers of a job", n, awaited, 0, 0, also(n, "Kotlin$Handler"));
    next();
    Job ended = new JobImpl(parent);
    ended.cancel();
    keep("a job that ended", n, ended, 0, 0);
  }
}
