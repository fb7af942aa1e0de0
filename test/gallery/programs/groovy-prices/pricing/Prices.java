package pricing;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import service.Requests;

/**
 * Prices follow rules that are written in Groovy, with the customer's discount in their text. Each text is compiled to a class of its own
 * with a class loader of its own, and the shell remembers all of them.
 */
public final class Prices {
  private final GroovyShell shell = new GroovyShell(new Binding());

  Object price(int customer) {
    String rule = "def list = [%d, 20, 30]\nreturn list.sum() - %d".formatted(customer % 90, customer % 7);
    shell.setVariable("customer", customer);
    return shell.evaluate(rule);
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 20, new Prices()::price);
  }
}
