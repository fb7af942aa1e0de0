import com.sun.management.OperatingSystemMXBean;
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Work that is recorded with samples and without in turns, within one JVM: two runs of a program differ by a tenth for reasons of their
 * own, two pieces of one run by much less.
 *
 * <p>{@code SampledInTurns LIBRARY FOLDER SITES SECONDS TURNS WORK [ARGUMENT…]}: so many seconds of processor time until the JVM has compiled
 * the work, and so many turns of each kind, recorded by the library into the folder, those with samples by these options, such as
 * {@code sites=auto}. Prints for each {@code sampled} or {@code plain}, how many pieces of work were done, and the nanoseconds of processor
 * time that all threads took for them. Needs {@code -Djdk.attach.allowAttachSelf=true}.
 */
public class SampledInTurns {
  // Nanoseconds of processor time: until a recording has begun, taken its first point and found how densely to sample, …
  private static final long SETTLING = 2_000_000_000L;
  // … and those that are looked at.
  private static final long MEASURED = 2_000_000_000L;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final String library;
  private final File recording;
  private final String sites;
  private final Callable<?> piece;

  private SampledInTurns(String library, File recording, String sites, Callable<?> piece) {
    this.library = library;
    this.recording = recording;
    this.sites = sites;
    this.piece = piece;
  }

  public static void main(String[] arguments) throws Exception {
    Callable<?> piece = pieceOf(arguments[5], List.of(arguments).subList(6, arguments.length));
    File recording = new File(arguments[1], "turn.heaptrail");
    SampledInTurns turns = new SampledInTurns(arguments[0], recording, arguments[2], piece);
    turns.workFor(Long.parseLong(arguments[3]) * 1_000_000_000);
    turns.run(Integer.parseInt(arguments[4]));
    System.exit(0);
  }

  private static Callable<?> pieceOf(String work, List<String> arguments) throws Exception {
    switch (work) {
      case "loop":
        return () -> AllocationLoop.allocate(1_000_000);
      case "service":
        return () -> BusyService.work(100);
      case "javac":
        return new SteadyCompiler(arguments)::compile;
      case "h2":
        return new SteadyDatabase()::round;
      default:
        throw new IllegalArgumentException(work);
    }
  }

  private void run(int turns) throws Exception {
    for (int turn = 0; turn < turns; turn++) {
      // Whatever becomes slower or quicker with time does so for both.
      boolean sampledFirst = turn % 2 == 0;
      measure(sampledFirst);
      measure(!sampledFirst);
    }
  }

  private void measure(boolean sampled) throws Exception {
    ask("every=off,exit=no," + (sampled ? sites : "sites=off") + ",file=" + recording);
    workFor(SETTLING);
    long began = PROCESS.getProcessCpuTime();
    long pieces = workFor(MEASURED);
    long taken = PROCESS.getProcessCpuTime() - began;
    ask("detach");
    recording.delete();
    System.out.println((sampled ? "sampled " : "plain ") + pieces + " " + taken);
  }

  private long workFor(long nanoseconds) throws Exception {
    long end = PROCESS.getProcessCpuTime() + nanoseconds;
    long pieces = 0;
    do {
      piece.call();
      pieces++;
    } while (PROCESS.getProcessCpuTime() < end);
    return pieces;
  }

  private void ask(String words) throws Exception {
    VirtualMachine self = VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
    try {
      self.loadAgentPath(library, words);
    } catch (AgentInitializationException answer) {
      throw new IllegalStateException("the recorder answers " + answer.returnValue() + " to " + words);
    } finally {
      self.detach();
    }
  }
}
