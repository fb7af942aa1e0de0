#!/usr/bin/env bash
# A program that is not ours under the recorder: the database H2 (Debian's libh2-java), in memory, under a small load that makes an
# audit table grow. Runs it without and with the recorder, compares what it prints, and shows what the recording says.
#
#   test/programs/record_h2.sh [ROUNDS] [RECORDING]     200 rounds take about a minute
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
rounds="${1:-200}"
recording="${2:-$root/build/h2.heaptrail}"
heaptrail="$root/build/release/heaptrail"
jar=/usr/share/java/h2.jar
[[ -f "$jar" ]] || { echo "$jar is missing: install libh2-java" >&2; exit 1; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
{
  echo "CREATE TABLE ORDERS(ID INT PRIMARY KEY, CUSTOMER VARCHAR(80), TOTAL DECIMAL(10,2));"
  echo "CREATE TABLE AUDIT(ID BIGINT AUTO_INCREMENT PRIMARY KEY, WHAT VARCHAR(200));"
  echo "CREATE INDEX BY_CUSTOMER ON ORDERS(CUSTOMER);"
  for ((round = 1; round <= rounds; round++)); do
    cat <<SQL
INSERT INTO ORDERS SELECT X, 'customer ' || MOD(X * $round, 997), X / 7.0 FROM SYSTEM_RANGE(1, 20000);
SELECT COUNT(*), SUM(TOTAL), MAX(CUSTOMER) FROM ORDERS;
INSERT INTO AUDIT(WHAT) SELECT 'order ' || ID || ' of ' || CUSTOMER || ' in round $round' FROM ORDERS WHERE MOD(ID, 10) = 0;
DELETE FROM ORDERS;
SQL
  done
  echo "SELECT COUNT(*) FROM AUDIT;"
} >"$work/load.sql"

h2=(java -Xmx1g -cp "$jar" org.h2.tools.RunScript -url jdbc:h2:mem:shop -script "$work/load.sql" -showResults)
began=$(date +%s.%N)
"${h2[@]}" >"$work/without.txt" 2>&1
middle=$(date +%s.%N)
rm -f "$recording"
"$heaptrail" record --every 5s -o "$recording" -- "${h2[@]}" >"$work/with.txt" 2>"$work/messages.txt"
ended=$(date +%s.%N)
# The JVM itself says that it picked up JAVA_TOOL_OPTIONS; the rest is the program's.
grep -v '^Picked up JAVA_TOOL_OPTIONS' "$work/messages.txt" >&2 || true
diff -q "$work/without.txt" "$work/with.txt" >/dev/null || { echo "The program printed something else under the recorder." >&2; exit 1; }
echo "The same output: $(wc -l <"$work/with.txt") lines. Seconds without and with the recorder: $(awk "BEGIN { printf \"%.1f %.1f\", $middle - $began, $ended - $middle }")"
"$heaptrail" timeline "$recording"
"$heaptrail" heap "$recording" --by type --metrics shallow,retained --sort retained --top 10
