import com.github.benmanes.caffeine.cache.*;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;
import net.sf.ehcache.config.CacheConfiguration;
import net.sf.ehcache.config.Configuration;

/** Caffeine and Ehcache 2. */
class Caches extends KnownLibraries {
  private static CacheManager manager;

  static void keepAll(int n) {
    cache("plain cache", n, Caffeine.newBuilder(), null);
    cache("limited cache", n, Caffeine.newBuilder().maximumSize(100_000), "PSMS");
    cache("weighed cache", n, Caffeine.newBuilder().maximumWeight(1_000_000).weigher((key, value) -> 2), "PSMW");
    cache("cache that expires after access", n, Caffeine.newBuilder().expireAfterAccess(Duration.ofDays(1)), "PSA");
    cache("cache that expires after write", n, Caffeine.newBuilder().expireAfterWrite(Duration.ofDays(1)), "PSW");
    cache("limited cache that expires", n, Caffeine.newBuilder().maximumSize(100_000).expireAfterWrite(Duration.ofDays(1)), "PSWMS");
    cache("limited cache with weak keys", n, Caffeine.newBuilder().maximumSize(100_000).weakKeys(), "FSMS");
    next();
    LoadingCache<Key, Value> loading = Caffeine.newBuilder().executor(Runnable::run).build(key -> new Value());
    for (int i = 0; i < n; i++) loading.get(new Key(i));
    keep("cache that loads", n, loading, n, n);
    next();
    AsyncLoadingCache<Key, String> later = Caffeine.newBuilder().executor(Runnable::run).buildAsync(key -> "value");
    for (int i = 0; i < n; i++) later.get(new Key(i));
    keep("cache that loads later", n, later, n, 0, also(n, "java.util.concurrent.CompletableFuture"));
    ehcache(n);
  }

  private static void cache(String name, int n, Caffeine<Object, Object> builder, String node) {
    next();
    Cache<Key, Value> cache = builder.executor(Runnable::run).build();
    for (int i = 0; i < n; i++) {
      Key key = new Key(i);
      HELD.add(key);
      cache.put(key, new Value());
    }
    cache.cleanUp();
    String type = "com.github.benmanes.caffeine.cache." + node;
    List<String> more = new ArrayList<>();
    if (node != null) more.addAll(List.of(also(n, type)));
    if (node != null && node.startsWith("F")) more.addAll(List.of(also(n, "com.github.benmanes.caffeine.cache.References$WeakKeyReference")));
    keep(name, n, cache, n, n, more.toArray(new String[0]));
  }

  private static void ehcache(int n) {
    if (manager == null) manager = new CacheManager(new Configuration().name("known").updateCheck(false));
    next();
    net.sf.ehcache.Cache cache = new net.sf.ehcache.Cache(new CacheConfiguration("of " + n, 100_000).eternal(true));
    manager.addCache(cache);
    for (int i = 0; i < n; i++) cache.put(new Element(new Key(i), "value " + i));
    keep("Ehcache", n, cache, n, 0, also(n, "net.sf.ehcache.Element"));
  }
}
