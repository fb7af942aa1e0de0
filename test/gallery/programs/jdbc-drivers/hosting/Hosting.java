package hosting;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.util.Properties;
import service.Requests;

/**
 * Customers' applications bring their JDBC driver along. A driver registers itself with the DriverManager when it is loaded, and when the
 * application is started anew, nobody takes the old one away: with it, the application's class loader stays.
 */
public final class Hosting {
  private final URL[] classPath;

  Hosting(Path driver) throws Exception {
    classPath = new URL[] {driver.toUri().toURL()};
  }

  void restart(int version) throws Exception {
    try (URLClassLoader loader = new URLClassLoader("shop-" + version, classPath, getClass().getClassLoader())) {
      Class<?> driverClass = Class.forName("org.h2.Driver", true, loader);
      Driver driver = (Driver) driverClass.getDeclaredConstructor().newInstance();
      try (Connection connection = driver.connect("jdbc:h2:mem:shop-" + version, new Properties())) {
        connection.createStatement().execute("create table article (id int primary key, name varchar(50))");
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 2, new Hosting(Path.of(arguments[1]))::restart);
  }
}
