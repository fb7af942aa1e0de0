import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * A database in memory at work: orders are written, summed up and deleted again, in as many rounds as the argument says. All after the
 * first half is measured.
 *
 * <p>Prints {@code cpu MILLISECONDS}: processor time of the whole process.
 */
public class SteadyDatabase {
  private static final int ORDERS = 20_000;

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long began = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:shop");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE ORDERS(ID INT PRIMARY KEY, CUSTOMER VARCHAR(80), TOTAL DECIMAL(10,2))");
      statement.execute("CREATE INDEX BY_CUSTOMER ON ORDERS(CUSTOMER)");
      for (int round = 0; round < rounds; round++) {
        if (round == rounds / 2) began = process.getProcessCpuTime();
        order(connection, round);
        try (ResultSet sums = statement.executeQuery("SELECT COUNT(*), SUM(TOTAL), MAX(CUSTOMER) FROM ORDERS")) {
          sums.next();
        }
        statement.execute("DELETE FROM ORDERS");
      }
    }
    System.out.println("cpu " + (process.getProcessCpuTime() - began) / 1_000_000);
  }

  private static void order(Connection connection, int round) throws Exception {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ORDERS VALUES(?, ?, ?)")) {
      for (int number = 0; number < ORDERS; number++) {
        insert.setInt(1, number);
        insert.setString(2, "customer " + (number * (round + 1)) % 997);
        insert.setDouble(3, number / 7.0);
        insert.executeUpdate();
      }
    }
  }
}
