import groovy.lang.Binding;
import groovy.lang.Tuple;
import groovy.util.*;
import java.beans.*;
import java.util.*;
import org.apache.tomcat.util.collections.*;
import org.codehaus.groovy.util.*;

/** Groovy and Tomcat, and of the JDK its timers and listeners. */
class Others extends KnownLibraries {
  static class Task extends TimerTask {
    @Override public void run() {}
  }

  static class Listener implements PropertyChangeListener {
    @Override public void propertyChange(PropertyChangeEvent event) {}
  }

  static class Veto implements VetoableChangeListener {
    @Override public void vetoableChange(PropertyChangeEvent event) {}
  }

  static void keepAll(int n) {
    jdk(n);
    vetoes(n);
    groovy(n);
    tomcat(n);
  }

  private static void jdk(int n) {
    next();
    Timer timer = new Timer(true);
    for (int i = 0; i < n; i++) {
      Task task = new Task();
      timer.schedule(task, 86_400_000L + 1_000 * i);
      if (i % 2 == 1) task.cancel();
    }
    keep("Timer", n, timer, 0, 0, also(n, "Others$Task"));
    next();
    PropertyChangeSupport changes = new PropertyChangeSupport(timer);
    for (int i = 0; i < n; i++) changes.addPropertyChangeListener("size", new Listener());
    keep("PropertyChangeSupport", n, changes, 0, 0, with(also(n, "Others$Listener"), "+java.lang.String"));
  }

  private static void vetoes(int n) {
    next();
    VetoableChangeSupport vetoes = new VetoableChangeSupport(HELD);
    for (int i = 0; i < n; i++) vetoes.addVetoableChangeListener(new Veto());
    keep("VetoableChangeSupport", n, vetoes, 0, 0, also(n, "Others$Veto"));
  }

  private static String[] with(String[] types, String one) {
    String[] all = Arrays.copyOf(types, types.length + 1);
    all[types.length] = one;
    return all;
  }

  private static void groovy(int n) {
    collectionOf("Tuple", n, keys -> new Tuple(keys.toArray()));
    collection("ObservableList", n, new ObservableList());
    collection("ObservableSet", n, new ObservableSet<>(), also(1, "java.lang.Object"));
    next();
    Binding binding = new Binding();
    for (int i = 0; i < n; i++) binding.setVariable("name " + i, new Value());
    keep("Binding", n, binding, 0, n, also(n, "java.lang.String"));
    map("ObservableMap", n, new ObservableMap());
    next();
    ManagedConcurrentMap<Key, Value> managed = new ManagedConcurrentMap<>(ReferenceBundle.getHardBundle());
    for (int i = 0; i < n; i++) managed.put(new Key(i), new Value());
    keep("ManagedConcurrentMap", n, managed, n, n);
    next();
    ManagedConcurrentMap<Key, Value> weak = new ManagedConcurrentMap<>(ReferenceBundle.getWeakBundle());
    for (int i = 0; i < n; i++) {
      Key key = i % 2 == 0 ? new Key(i) : new Colliding(i);
      HELD.add(key);
      weak.put(key, new Value());
    }
    keep("ManagedConcurrentMap with weak keys", n, weak, n, n);
    next();
    SingleKeyHashMap single = new SingleKeyHashMap();
    for (int i = 0; i < n; i++) single.getOrPut(new Key(i)).setValue(new Value());
    keep("SingleKeyHashMap", n, single, n, n);
    collectionOf("FastArray", n, keys -> new FastArray(keys.toArray()));
    map("ListHashMap", n, new ListHashMap<>());
  }

  private static void tomcat(int n) {
    next();
    SynchronizedStack<Key> stack = new SynchronizedStack<>();
    for (int i = 0; i < n; i++) stack.push(new Key(i));
    keep("SynchronizedStack", n, stack, n, 0);
    next();
    SynchronizedQueue<Key> queue = new SynchronizedQueue<>();
    for (int i = 0; i < n; i++) queue.offer(new Key(i));
    keep("SynchronizedQueue", n, queue, n, 0);
    next();
    CaseInsensitiveKeyMap<Value> map = new CaseInsensitiveKeyMap<>();
    for (int i = 0; i < n; i++) map.put("key " + i, new Value());
    keep("CaseInsensitiveKeyMap", n, map, 0, n, also(n, "org.apache.tomcat.util.collections.CaseInsensitiveKeyMap$Key"));
  }
}
