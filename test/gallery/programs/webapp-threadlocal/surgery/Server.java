package surgery;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import service.Requests;

/** A Tomcat in which the web application is deployed again and again. Its threads keep what the application has left in them. */
public final class Server {
  /** Tomcat says for every thread what was left in it. */
  private static final Logger LOG = Logger.getLogger("org.apache.catalina");

  private final Tomcat tomcat = new Tomcat();
  private final Path application = Files.createTempDirectory("surgery");

  Server() throws Exception {
    Path classes = Files.createDirectories(application.resolve("WEB-INF/classes/surgery"));
    for (String name : new String[] {"Surgery.class", "Surgery$Patient.class"}) {
      try (InputStream bytes = Server.class.getResourceAsStream(name)) {
        Files.copy(bytes, classes.resolve(name));
      }
    }
    tomcat.setBaseDir(application.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("maxThreads", "6");
    tomcat.getConnector().setProperty("minSpareThreads", "6");
    tomcat.getHost();
    tomcat.start();
  }

  void redeploy(int version) throws Exception {
    Context context = tomcat.addContext("/v" + version, application.toString());
    Tomcat.addServlet(context, "surgery", "surgery.Surgery");
    context.addServletMappingDecoded("/*", "surgery");
    URI waitingRoom = URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + "/v" + version + "/Smith");
    try (InputStream page = waitingRoom.toURL().openStream()) {
      page.readAllBytes();
    }
    tomcat.getHost().removeChild(context);
  }

  public static void main(String[] arguments) throws Exception {
    LOG.setLevel(Level.OFF);
    Server server = new Server();
    Requests.handle(arguments, 10, server::redeploy);
    server.tomcat.stop();
    server.tomcat.destroy();
  }
}
