import clojure.lang.*;

/** Clojure 1.11, called from Java. */
class Clojure extends KnownLibraries {
  static void keepAll(int n) throws Exception {
    // Before its collections, which depend on it.
    RT.init();
    next();
    IPersistentMap map = PersistentHashMap.EMPTY;
    for (int i = 0; i < n; i++) map = map.assoc(new Key(i), new Value());
    keep("PersistentHashMap", n, map, n, n);
    next();
    IPersistentMap colliding = PersistentHashMap.EMPTY;
    for (int i = 0; i < n; i++) colliding = colliding.assoc(new Colliding(i), new Value());
    keep("PersistentHashMap of colliding ones", n, colliding, n, n);
    next();
    ITransientMap growing = PersistentHashMap.EMPTY.asTransient();
    for (int i = 0; i < n; i++) growing = growing.assoc(new Key(i), new Value());
    keep("transient map", n, growing, n, n);
    next();
    IPersistentMap array = PersistentArrayMap.EMPTY;
    for (int i = 0; i < Math.min(n, 7); i++) array = array.assoc(new Key(i), new Value());
    keep("PersistentArrayMap", n, array, Math.min(n, 7), Math.min(n, 7));
    next();
    IPersistentVector vector = PersistentVector.EMPTY;
    for (int i = 0; i < n; i++) vector = vector.cons(new Key(i));
    keep("PersistentVector", n, vector, n, 0);
    next();
    ITransientVector growingVector = (ITransientVector) PersistentVector.EMPTY.asTransient();
    for (int i = 0; i < n; i++) growingVector = (ITransientVector) growingVector.conj(new Key(i));
    keep("transient vector", n, growingVector, n, 0);
    next();
    ITransientMap growingArray = PersistentArrayMap.EMPTY.asTransient();
    for (int i = 0; i < Math.min(n, 7); i++) growingArray = growingArray.assoc(new Key(i), new Value());
    keep("transient array", n, growingArray, Math.min(n, 7), Math.min(n, 7));
    next();
    IPersistentVector inAgent = PersistentVector.EMPTY;
    for (int i = 0; i < n; i++) inAgent = inAgent.cons(new Key(i));
    keep("Agent", n, new Agent(inAgent), n, 0);
    next();
    IPersistentSet set = PersistentHashSet.EMPTY;
    for (int i = 0; i < n; i++) set = (IPersistentSet) set.cons(new Key(i));
    // Its map has each element as key and as value.
    keep("PersistentHashSet", n, set, n, 0);
    next();
    IPersistentMap tree = PersistentTreeMap.EMPTY;
    for (int i = 0; i < n; i++) tree = tree.assoc(new Key(i), new Value());
    keep("PersistentTreeMap", n, tree, n, n);
    next();
    IPersistentCollection queue = PersistentQueue.EMPTY;
    for (int i = 0; i < n; i++) queue = queue.cons(new Key(i));
    keep("PersistentQueue", n, queue, n, 0);
    next();
    Atom atom = new Atom(PersistentHashMap.EMPTY);
    for (int i = 0; i < n; i++) atom.reset(((IPersistentMap) atom.deref()).assoc(new Key(i), new Value()));
    keep("Atom", n, atom, n, n);
    next();
    IPersistentMap inRef = PersistentHashMap.EMPTY;
    for (int i = 0; i < n; i++) inRef = inRef.assoc(new Key(i), new Value());
    keep("Ref", n, new Ref(inRef), n, n);
  }
}
