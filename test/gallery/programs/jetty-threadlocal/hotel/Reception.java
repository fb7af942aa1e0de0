package hotel;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import service.Requests;

/** Notes in a thread local what was done for a guest, and never removes it: the threads of a pool live on and note more. */
public final class Reception extends AbstractHandler {
  record Note(String text, long at) {}

  private static final ThreadLocal<List<Note>> NOTES = ThreadLocal.withInitial(ArrayList::new);

  private static void note(String text) {
    NOTES.get().add(new Note(text, System.nanoTime()));
  }

  @Override
  public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response) throws IOException {
    note("welcomed " + target);
    for (int room = 1; room <= 24; room++) note("offered room " + room + " to " + target);
    response.getWriter().println("Have a nice stay!");
    base.setHandled(true);
  }

  public static void main(String[] arguments) throws Exception {
    Server server = new Server(new QueuedThreadPool(12, 12));
    ServerConnector connector = new ServerConnector(server);
    server.addConnector(connector);
    server.setHandler(new Reception());
    server.start();
    String desk = "http://localhost:" + connector.getLocalPort() + "/guest/";
    Requests.handle(arguments, 250, number -> {
      URLConnection guest = URI.create(desk + number).toURL().openConnection();
      guest.setRequestProperty("Connection", number % 4 == 0 ? "close" : "keep-alive");
      try (InputStream answer = guest.getInputStream()) {
        answer.readAllBytes();
      }
    });
    server.stop();
  }
}
