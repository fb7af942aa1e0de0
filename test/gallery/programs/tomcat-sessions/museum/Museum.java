package museum;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import service.Requests;

/** Every visitor without a cookie gets a session with a tour in it. Search engines never send cookies, and sessions never expire. */
public final class Museum extends HttpServlet {
  private static final Logger LOG = Logger.getLogger("org.apache");

  static final class Tour {
    final int[] rooms = new int[400];
    int next;
  }

  @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    HttpSession session = request.getSession();
    if (session.isNew()) session.setAttribute("tour", new Tour());
    Tour tour = (Tour) session.getAttribute("tour");
    response.getWriter().println("room " + tour.rooms[tour.next++]);
  }

  public static void main(String[] arguments) throws Exception {
    LOG.setLevel(Level.WARNING);
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("museum").toString());
    tomcat.setPort(0);
    Context context = tomcat.addContext("", null);
    context.setSessionTimeout(-1);
    Tomcat.addServlet(context, "museum", new Museum());
    context.addServletMappingDecoded("/", "museum");
    tomcat.start();
    URL entrance = URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + "/").toURL();
    Requests.handle(arguments, 300, number -> {
      try (InputStream page = entrance.openStream()) {
        page.readAllBytes();
      }
    });
    tomcat.stop();
    tomcat.destroy();
  }
}
