import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database in memory with two tables and an index, of so many orders as the argument says. Prints {@code READY}, and waits until its
 * standard input closes. Needs H2.
 */
public class KeptDatabase {
  public static void main(String[] arguments) throws SQLException, IOException {
    int orders = Integer.parseInt(arguments[0]);
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:shop");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE CUSTOMERS(ID INT PRIMARY KEY, NAME VARCHAR(80))");
      statement.execute("CREATE TABLE ORDERS(ID INT PRIMARY KEY, CUSTOMER INT, PLACED TIMESTAMP, TOTAL DECIMAL(10,2), NOTE VARCHAR(80))");
      statement.execute("CREATE INDEX BY_CUSTOMER ON ORDERS(CUSTOMER)");
      fill(connection, orders);
      System.out.println("READY");
      while (System.in.read() >= 0) {
        // Whoever started this program keeps its input open for as long as the heap is of interest.
      }
    }
  }

  private static void fill(Connection connection, int orders) throws SQLException {
    try (PreparedStatement customer = connection.prepareStatement("INSERT INTO CUSTOMERS VALUES(?, ?)");
        PreparedStatement order = connection.prepareStatement("INSERT INTO ORDERS VALUES(?, ?, TIMESTAMP '2026-01-01 00:00:00', ?, ?)")) {
      for (int number = 0; number < orders; number++) {
        if (number % 10 == 0) {
          customer.setInt(1, number);
          customer.setString(2, "customer " + number);
          customer.executeUpdate();
        }
        order.setInt(1, number);
        order.setInt(2, number / 10 * 10);
        order.setDouble(3, number / 7.0);
        order.setString(4, number % 3 == 0 ? null : "note " + number);
        order.executeUpdate();
      }
    }
  }
}
