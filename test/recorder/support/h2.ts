// The database H2 in memory, recorded: a program that we did not write.

import { allJvms, type Jvm } from './jvms';
import { startJavaRecorded } from './recordings';

/** Of the package libh2-java. */
export const h2 = '/usr/share/java/h2.jar';

/** The last round of work between the points; more where time is no matter. */
const lastRound = allJvms ? 24 : 12;
/** Rows that stay, of those rounds: some objects each. */
export const rowsOfH2 = (lastRound - 4) * 500;

/** As test/programs/record_h2.sh has it: an audit table grows, orders come and go. A point before and one after. */
export async function recordH2(jvm: Jvm, name: string): Promise<string> {
  const round = (number: number) => `
    INSERT INTO ORDERS SELECT X, 'customer ' || MOD(X * ${number}, 997), X / 7.0 FROM SYSTEM_RANGE(1, 2000);
    INSERT INTO AUDIT(WHAT) SELECT 'order ' || ID || ' of ' || CUSTOMER || ' in round ${number}' FROM ORDERS WHERE MOD(ID, 4) = 0;
    DELETE FROM ORDERS;`;
  const rounds = (from: number, to: number) =>
    [...Array.from({ length: to - from }, (_, index) => round(from + index)), "SELECT 'READY';", ''].join('\n');
  const tables = `
    CREATE TABLE ORDERS(ID INT PRIMARY KEY, CUSTOMER VARCHAR(80), TOTAL DECIMAL(10,2));
    CREATE TABLE AUDIT(ID BIGINT AUTO_INCREMENT PRIMARY KEY, WHAT VARCHAR(200));
    CREATE INDEX BY_CUSTOMER ON ORDERS(CUSTOMER);`;
  const shell = ['-Xmx400m', '-cp', h2, 'org.h2.tools.Shell', '-url', 'jdbc:h2:mem:shop', '-user', 'sa'];
  const words = [...shell, '-password', ''];
  const running = await startJavaRecorded(jvm, name, words, { lines: tables + rounds(1, 4) });
  try {
    running.settle();
    running.point();
    await running.step(rounds(4, lastRound));
    running.settle();
    running.point();
    return running.recording;
  } finally {
    await running.stop();
  }
}
