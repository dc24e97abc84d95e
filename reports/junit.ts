import loaded, {
  type Builder,
  type TestCase as JunitCase,
  type TestSuite,
} from 'junit-report-builder';
import type { Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { counted } from './counted.ts';
import { findingText } from './finding-text.ts';
import { placeWords } from './html/places.ts';
import { inWords } from './in-words.ts';
import { limitsOf } from './limits.ts';
import { runFailures, type TestCase, testCases } from './test-cases.ts';
import { verdictReasons } from './verdict-reasons.ts';

// A gate that reads only this file must pass if and only if the verdict is conformant. So the
// verdict is a test case itself: a `must` that was not run is `skipped`, and a gate ignores skipped
// test cases.

/** Node loads the CommonJS build, whose export is the builder. The types describe the ESM build. */
const builder = loaded as unknown as Builder;

/** The most characters of an attribute and of a text node: a request body may have a megabyte. */
const longestMessage = 500;
const longestText = 4_000;

/**
 * Renders a result as JUnit XML in the dialect of Jenkins: a suite per area. A warning in a strict
 * run is a failure. An inconclusive `must` is an error. The time of the root is that of the run,
 * which may be less than that of the suites because requests overlap.
 */
export function renderJunit(stored: Result): string {
  const result = inWords(stored);
  const report = builder.newBuilder();
  const run = suite(report, 'run', result, 0);
  timeRoot(run, result.run.durationMs);
  addRun(run, result);
  const cases = testCases(result);
  for (const area of new Set(cases.map(({ requirement }) => requirement.area))) {
    const ofArea = cases.filter(({ requirement }) => requirement.area === area);
    const ms = ofArea.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const own = suite(report, area, result, ms);
    for (const one of ofArea) addCase(own, one, result);
  }
  return `${report.build()}\n`;
}

/** The schema allows no `skipped` at the root, and the builder writes no time there. */
function timeRoot(run: TestSuite, ms: number) {
  const build = run.build.bind(run);
  run.build = (root) => {
    root?.removeAttribute('skipped').att('time', ms / 1000);
    return build(root);
  };
}

function suite(report: Builder, name: string, result: Result, ms: number) {
  const { target, run, verdict, claim, harness } = result;
  const properties = {
    verdict,
    limits: limitsOf(result),
    claim: claim.join(' '),
    target: target.baseUrl,
    ...{ implementation: target.implementation, build: target.build },
    seed: String(run.seed),
    depth: run.depth,
    strict: String(run.strict),
    harness: `${harness.name} ${harness.version}`,
  };
  const added = report
    .testSuite()
    .name(line(name))
    .timestamp(dateTime(run.startedAt))
    .time(ms / 1000);
  for (const [property, value] of Object.entries(properties))
    if (value !== undefined) added.property(property, line(value));
  return added;
}

/** Formats a time in UTC without a zone, as the schema of Ant requires. */
function dateTime(moment: string) {
  const ms = Date.parse(moment);
  return (Number.isNaN(ms) ? moment : new Date(ms).toISOString()).slice(
    0,
    'YYYY-MM-DDThh:mm:ss'.length,
  );
}

const testCase = (own: TestSuite, className: string, name: string, ms = 0) =>
  own
    .testCase()
    .className(line(className))
    .name(line(name))
    .time(ms / 1000);

function addRun(run: TestSuite, result: Result) {
  const { verdict } = result;
  const why = `${verdict}: ${verdictReasons(result).join(', ')}`;
  const verdictCase = testCase(run, 'm2m.run', 'verdict').standardOutput(line(why));
  if (verdict === 'non-conformant') fail(verdictCase, why, verdict);
  if (verdict === 'inconclusive') addError(verdictCase, why, verdict);
  for (const { name, message, type } of runFailures(result))
    addError(testCase(run, 'm2m.run', name), message, type);
}

// Some readers drop a failure or an error without text, or its message:
// https://github.com/ctrf-io/junit-to-ctrf/issues/8

/** `content`: the text of the failure, if it says more than the message. */
function fail(added: JunitCase, message: string, type: string, content = '') {
  added.failure(line(told(message, type)), type).stacktrace(content || text(told(message, type)));
}

function addError(added: JunitCase, message: string, type: string) {
  added.error(line(told(message, type)), type, text(told(message, type)));
}

const told = (message: string, type: string) => (message.trim() === '' ? type : message);

function addCase(own: TestSuite, one: TestCase, result: Result) {
  const { requirement, endpoint, reason, outcome, cases, message, failures } = one;
  const { id, area, title, section } = requirement;
  const [group = ''] = id.split('/');
  const name = `${id} ${placeWords(endpoint)}`;
  const added = testCase(own, `m2m.${area}.${group}`, name, one.durationMs);
  const texts = failures.map((failure) => xml(findingText(failure, result)));
  const said = [
    `${outcome}, ${counted(cases, 'case')}: ${text(title)}`,
    `Section: ${text(section)}`,
    ...(reason === undefined ? [] : [`Reason: ${text(reason)}`]),
    ...one.observed.map((value) => `Observed: ${text(value)}`),
    ...(outcome === 'warn' ? texts.map((warning) => `Warning: ${warning}`) : []),
  ];
  added.standardOutput(said.join('\n'));
  // From Maven Surefire: `flakyFailure` if the test case passes all the same, `rerunFailure` beside
  // a `failure`.
  const again = one.state === 'failed' ? 'rerunFailure' : 'flakyFailure';
  if (one.flaky)
    extend(added, (element) => element.ele(again, { message: line(message), type: outcome }));
  if (one.state === 'failed') fail(added, message || reason || title, outcome, texts.join('\n\n'));
  if (one.state === 'undecided') addError(added, reason ?? 'it could not be assessed', outcome);
  if (one.state === 'skipped') skip(added, line(reason ?? outcome));
}

/** Marks a test case as skipped and adds the reason, which the builder does not write. */
function skip(added: JunitCase, reason: string) {
  added.skipped();
  extend(added, ({ children }) => {
    children.find((child) => 'name' in child && child.name === 'skipped')?.att('message', reason);
  });
}

function extend(added: JunitCase, change: (element: ReturnType<JunitCase['build']>) => void) {
  const build = added.build.bind(added);
  added.build = (parent) => {
    const element = build(parent);
    change(element);
    return element;
  };
}

const line = (value: string) => xml(clipped(value, longestMessage));

const text = (value: string) => xml(clipped(value, longestText));

/** Breaks the ends of CDATA sections, of which the builder escapes only the first. */
const xml = (value: string) => value.replaceAll(']]>', ']] >');
