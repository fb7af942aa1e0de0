// From a field to its declaration: in the languages of the JVM, in classes and around them.
import { describe, expect, it } from 'vitest';
import { fieldLine } from '../../extension/src/client/sources/field_declaration';

const at = (text: string, classes: string[], field: string) => {
  const found = fieldLine(text, classes, field);
  return found && [text.split('\n')[found.line]?.trim(), found.exact];
};

const java = `package shop;

/** cache = all that was asked for. */
public class Store<K> extends Base {
  private static final Map<String, List<Entry>> CACHE = new HashMap<>(64);
  int first = size(1, 2), second[], third;
  @Deprecated("third;") protected volatile Object
      lock;
  byte[] buffer = new byte[] { 1, first };
  String text = "cache;";
  final Runnable task = () -> {
    int cache = 1;
    cache = 2;
  };

  Store(int size) {
    Map<String, Object> local = null;
    this.hidden = size;
  }

  private Map<String, ? super Object> cache() { return cache; }
  private Map<String, Object> cache;
  int hidden;

  static class Entry {
    Object cache, next;
    class Deep { int cache; }
  }

  record Pair(int left, List<String> right, Object... rest) {
    static int made;
  }

  enum Kind implements Runnable {
    @Deprecated SMALL(1) { int weight = 3; },
    LARGE;

    int weight;
  }
}

class Other { Object cache; }
`;

describe('the declaration of a field', () => {
  it.each([
    [['Store'], 'CACHE', 'private static final Map<String, List<Entry>> CACHE = new HashMap<>(64);'],
    [['Store'], 'first', 'int first = size(1, 2), second[], third;'],
    [['Store'], 'second', 'int first = size(1, 2), second[], third;'],
    [['Store'], 'third', 'int first = size(1, 2), second[], third;'],
    [['Store'], 'lock', 'lock;'],
    [['Store'], 'buffer', 'byte[] buffer = new byte[] { 1, first };'],
    [['Store'], 'cache', 'private Map<String, Object> cache;'],
    [['Store'], 'hidden', 'int hidden;'],
    [['Store', 'Entry'], 'cache', 'Object cache, next;'],
    [['Store', 'Entry'], 'next', 'Object cache, next;'],
    [['Store', 'Entry', 'Deep'], 'cache', 'class Deep { int cache; }'],
    [['Store', 'Pair'], 'right', 'record Pair(int left, List<String> right, Object... rest) {'],
    [['Store', 'Pair'], 'rest', 'record Pair(int left, List<String> right, Object... rest) {'],
    [['Store', 'Pair'], 'made', 'static int made;'],
    [['Store', 'Kind'], 'SMALL', '@Deprecated SMALL(1) { int weight = 3; },'],
    [['Store', 'Kind'], 'LARGE', 'LARGE;'],
    [['Store', 'Kind'], 'weight', 'int weight;'],
    [['Other'], 'cache', 'class Other { Object cache; }'],
  ])('in Java, of %j %s', (classes, field, line) => {
    expect(at(java, classes, field)).toEqual([line, true]);
  });
  it('is that of its class where nobody wrote one', () => {
    const store = 'public class Store<K> extends Base {';
    for (const field of ['this$0', 'val$size', 'local', 'size', 'K'])
      expect([field, at(java, ['Store'], field)]).toEqual([field, [store, false]]);
    expect(at(java, ['Store', 'Local'], 'x')).toEqual([store, false]);
    // Without a name it is the class that is meant.
    expect(at(java, ['Store', 'Entry'], '')).toEqual(['static class Entry {', false]);
  });
  it('is nowhere in a file that has other classes', () => {
    expect(fieldLine(java, ['Elsewhere'], 'cache')).toBeUndefined();
    expect(fieldLine('', ['A'], 'cache')).toBeUndefined();
    expect(fieldLine(java, [], 'cache')).toBeUndefined();
  });
  const kotlin = `package shop

val shared = mutableMapOf<String, Any>()

class Store(private val cache: MutableMap<String, Any>, size: Int = 4) : Base(size) {
  private val byToken by lazy { mutableMapOf<String, Any>() }
  lateinit var name: String
  companion object {
    const val LIMIT = 4
    private val all = ArrayList<Store>()
  }
}

data class Entry @Inject constructor(
  val key: String,
  var next: Entry?,
)

object Registry {
  val listeners = HashSet<Any>()
}

enum class Kind { SMALL, LARGE }
`;
  it.each([
    [['Store'], 'cache', 'class Store(private val cache: MutableMap<String, Any>, size: Int = 4) : Base(size) {'],
    [['Store'], 'byToken$delegate', 'private val byToken by lazy { mutableMapOf<String, Any>() }'],
    [['Store'], 'name', 'lateinit var name: String'],
    [['Store'], 'LIMIT', 'const val LIMIT = 4'],
    [['Store'], 'all', 'private val all = ArrayList<Store>()'],
    [['Entry'], 'key', 'val key: String,'],
    [['Entry'], 'next', 'var next: Entry?,'],
    [['Registry'], 'listeners', 'val listeners = HashSet<Any>()'],
    [['Kind'], 'LARGE', 'enum class Kind { SMALL, LARGE }'],
    [['CacheKt'], 'shared', 'val shared = mutableMapOf<String, Any>()'],
  ])('in Kotlin, of %j %s', (classes, field, line) => {
    expect(at(kotlin, classes, field)).toEqual([line, true]);
  });
  const scala = `package shop
class Store[K](val cache: Map[K, Any], size: Int) extends Base(size) {
  private var entries: List[Any] = Nil
  val (left, right) = pair
}
object Store {
  val all = new ArrayBuffer[Store[_]]()
}
case class Entry(key: String, value: Any)
`;
  it.each([
    [['Store'], 'cache', 'class Store[K](val cache: Map[K, Any], size: Int) extends Base(size) {'],
    [['Store'], 'entries', 'private var entries: List[Any] = Nil'],
    [['Store'], 'all', 'val all = new ArrayBuffer[Store[_]]()'],
    [['Entry'], 'value', 'case class Entry(key: String, value: Any)'],
  ])('in Scala, of %j %s', (classes, field, line) => {
    expect(at(scala, classes, field)).toEqual([line, true]);
  });
  it('in Groovy, where lines end without a semicolon', () => {
    const groovy = 'class Store {\n  def cache = [:]\n  List<String> names\n  static final Map ALL = [a: 1]\n}\n';
    expect(at(groovy, ['Store'], 'cache')).toEqual(['def cache = [:]', true]);
    expect(at(groovy, ['Store'], 'names')).toEqual(['List<String> names', true]);
    expect(at(groovy, ['Store'], 'ALL')).toEqual(['static final Map ALL = [a: 1]', true]);
  });
  it('takes no long time to be found in a text that is no source', () => {
    const started = Date.now();
    fieldLine(`class A {${' '.repeat(400_000)}x${' x'.repeat(20_000)}`, ['A'], 'x');
    fieldLine(`class A ${'@a '.repeat(20_000)}`, ['A'], 'x');
    fieldLine(`class A { ${'class A { '.repeat(3000)}`, ['A', 'A', 'A'], 'x');
    expect(Date.now() - started).toBeLessThan(2000);
  });
});
