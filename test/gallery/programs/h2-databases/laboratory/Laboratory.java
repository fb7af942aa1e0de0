package laboratory;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import service.Requests;

/**
 * Evaluates every batch of samples in a database of its own, in memory. DB_CLOSE_DELAY=-1 keeps it when its last connection is closed,
 * and nobody shuts it down.
 */
public final class Laboratory {
  private static final int SAMPLES = 16;

  static double meanOf(int batch) throws SQLException {
    String url = "jdbc:h2:mem:batch-" + batch + ";DB_CLOSE_DELAY=-1";
    try (Connection database = DriverManager.getConnection(url);
        Statement statement = database.createStatement()) {
      statement.execute("create table sample (id int primary key, milligrams double, note varchar(80))");
      for (int sample = 0; sample < SAMPLES; sample++) {
        statement.execute("insert into sample values (%d, %d.5, 'dry')".formatted(sample, batch % 40));
      }
      try (ResultSet mean = statement.executeQuery("select avg(milligrams) from sample")) {
        mean.next();
        return mean.getDouble(1);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 6, Laboratory::meanOf);
  }
}
