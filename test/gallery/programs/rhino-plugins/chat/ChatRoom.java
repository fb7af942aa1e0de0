package chat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Scriptable;
import service.Requests;

/**
 * Plugins are JavaScript that Rhino compiles to classes, with a class loader for each script. When a plugin is loaded again, its new function
 * is added to those that are asked, and the old one stays with its class and its loader.
 */
public final class ChatRoom {
  private final List<Function> greeters = new CopyOnWriteArrayList<>();

  void reload(int version) {
    Context context = Context.enter();
    try {
      Scriptable scope = context.initSafeStandardObjects();
      String plugin = "function greet(name) { return 'Hello ' + name + ', this is version %d'; }".formatted(version);
      context.evaluateString(scope, plugin, "greeter.js", 1, null);
      greeters.add((Function) scope.get("greet", scope));
    } finally {
      Context.exit();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 12, new ChatRoom()::reload);
  }
}
