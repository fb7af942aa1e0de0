package surgery;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A web application that keeps in a thread local which patient is treated, an object of a class of its own, and does not remove it. */
public final class Surgery extends HttpServlet {
  static final class Patient {
    final byte[] picture = new byte[16_000];
    String name;
  }

  private static final ThreadLocal<Patient> PATIENT = ThreadLocal.withInitial(Patient::new);

  @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Patient patient = PATIENT.get();
    patient.name = request.getPathInfo();
    response.getWriter().println("Next please: " + patient.name);
  }
}
