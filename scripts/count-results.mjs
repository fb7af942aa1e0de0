// Reads a test runner's report and prints "PASSED FAILED SKIPPED", then a line for every failed and every skipped test with the reason
// if the runner gives one (vitest: it is in the name), and for every one that passed only when it was tried again, with what was wrong
// before where the runner tells. Knows vitest's and Playwright's JSON and JUnit's XML (GoogleTest). Exit status 1: the report cannot be read.
import { existsSync, readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);

/** @typedef {{ name: string; outcome: 'passed' | 'failed' | 'skipped'; why?: string; again?: boolean }} Test */

/** @returns {Test[]} */
function fromVitest(report) {
  const outcomes = {
    passed: 'passed',
    failed: 'failed',
    skipped: 'skipped',
    pending: 'skipped',
    todo: 'skipped',
    disabled: 'skipped',
  };
  return report.testResults.flatMap((suite) => {
    const tests = suite.assertionResults.map((test) => ({
      name: test.fullName,
      outcome: outcomes[test.status] ?? 'failed',
      // Of a test that passed, these are of the tries before.
      again: test.status === 'passed' && test.failureMessages.length > 0,
      why: test.failureMessages[0]?.split('\n')[0],
    }));
    // A file that could not even be loaded has no tests, but a failure.
    const broken = suite.status === 'failed' && !tests.some((test) => test.outcome === 'failed');
    return broken ? [...tests, { name: suite.name, outcome: 'failed' }] : tests;
  });
}

/** @returns {Test[]} */
function fromPlaywright(report) {
  const outcomes = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };
  const walk = (suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        name: spec.title,
        outcome: outcomes[test.status],
        again: test.status === 'flaky',
        why: test.annotations.find((annotation) => annotation.type === 'skip')?.description,
      })),
    ),
    ...(suite.suites ?? []).flatMap(walk),
  ];
  return report.suites.flatMap(walk);
}

/** @returns {Test[]} */
function fromJUnit(text) {
  const attribute = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return [...text.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(([, head, body = '']) => {
    const skip = /<skipped\b[^>]*>/.exec(body)?.[0];
    const failed = /<(failure|error)\b/.test(body) || attribute(head, 'status') === 'fail';
    const isOff = ['disabled', 'notrun'].includes(attribute(head, 'status'));
    const outcome = failed ? 'failed' : skip || isOff ? 'skipped' : 'passed';
    const name = [attribute(head, 'classname'), attribute(head, 'name') ?? '?'].filter(Boolean).join('.');
    return { name, outcome, why: skip && attribute(skip, 'message') };
  });
}

if (!existsSync(file)) {
  console.error(`no report: ${file}`);
  process.exit(1);
}
const text = readFileSync(file, 'utf8');
const report = text.trimStart().startsWith('<') ? undefined : JSON.parse(text);
const tests = !report ? fromJUnit(text) : report.testResults ? fromVitest(report) : fromPlaywright(report);

const count = (outcome) => tests.filter((test) => test.outcome === outcome).length;
console.log(`${count('passed')} ${count('failed')} ${count('skipped')}`);
for (const { name, outcome, why, again } of tests) {
  const reason = why ? `: ${why}` : '';
  if (again) console.log(`passed at the second try: ${name}${reason}`);
  if (outcome === 'failed') console.log(`failed: ${name}${reason}`);
  if (outcome === 'skipped') console.log(`skipped: ${name}${reason}`);
}
