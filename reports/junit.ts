import loaded, { type Builder, type TestCase as JunitCase, type TestSuite } from 'junit-report-builder';
import type { Failure, Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { counted } from './counted.ts';
import { type TestCase, testCases } from './test-cases.ts';
import { verdictReasons } from './verdict-reasons.ts';

// A gate that reads nothing but this file must be green where the verdict is conformant, and nowhere else. So the
// verdict is a test case itself: a must that was not run is `skipped`, which no gate minds.

/** Node loads the CommonJS build, whose export is the builder; the types describe the other build. */
const builder = loaded as unknown as Builder;

/** Characters of an attribute, and of a text: a body of a megabyte makes a curl line of a megabyte. */
const longestMessage = 500;
const longestText = 4_000;
const shownPlaces = 20;

/**
 * The result as JUnit XML in the dialect of Jenkins: a suite per area, a test case per claimed requirement and endpoint.
 * A fail is a failure, as is a warning of a strict run; what leaves a claimed must open is an error.
 */
export function renderJunit(result: Result): string {
  const report = builder.newBuilder();
  addRun(suite(report, 'run', result), result);
  const cases = testCases(result);
  for (const area of new Set(cases.map(({ requirement }) => requirement.area))) {
    const own = suite(report, area, result);
    for (const one of cases.filter(({ requirement }) => requirement.area === area)) addCase(own, one);
  }
  // The schema knows no such count at the root.
  return `${report.build().replace(/(<testsuites [^>]*?) skipped="\d+"/, '$1')}\n`;
}

function suite(report: Builder, name: string, { target, run, verdict, claim, harness }: Result): TestSuite {
  const properties = {
    verdict,
    claim: claim.join(' '),
    target: target.baseUrl,
    ...(target.implementation === undefined ? {} : { implementation: target.implementation }),
    ...(target.build === undefined ? {} : { build: target.build }),
    seed: String(run.seed),
    depth: run.depth,
    strict: String(run.strict),
    harness: `${harness.name} ${harness.version}`,
  };
  const added = report.testSuite().name(line(name)).timestamp(line(run.startedAt));
  for (const [property, value] of Object.entries(properties)) added.property(property, line(value));
  return added;
}

/** What concerns the run as a whole. */
function addRun(run: TestSuite, result: Result): void {
  const { verdict, interrupted, harnessErrors, run: facts } = result;
  const why = `${verdict}: ${verdictReasons(result).join(', ')}`;
  const verdictCase = run.testCase().className('m2m.run').name('verdict');
  verdictCase.time(facts.durationMs / 1000).standardOutput(line(why));
  if (verdict === 'non-conformant') verdictCase.failure(line(why), verdict);
  if (verdict === 'inconclusive') verdictCase.error(line(why), verdict);
  if (interrupted !== undefined) {
    const why = line(`the run ended early: ${interrupted}`);
    run.testCase().className('m2m.run').name('interrupted').error(why, 'interrupted');
  }
  for (const { where, message } of harnessErrors) {
    const added = run
      .testCase()
      .className('m2m.run')
      .name(line(`harness: ${where}`));
    added.error(line(message), 'harness error', text(message));
  }
}

function addCase(own: TestSuite, one: TestCase): void {
  const { requirement, endpoint, reason, outcome, cases } = one;
  const { id, area, title, section } = requirement;
  const [group = ''] = id.split('/');
  const added = own
    .testCase()
    .className(line(`m2m.${area}.${group}`))
    .name(line(`${id} ${endpoint}`));
  const said = [
    `${outcome}, ${counted(cases, 'case')}: ${text(title)}`,
    `Section: ${text(section)}`,
    ...(reason === undefined ? [] : [`Reason: ${text(reason)}`]),
    ...one.values.map((value) => `Observed: ${text(value)}`),
    ...(outcome === 'warn' ? one.failures.map((failure) => `Warning: ${failureText(failure, endpoint)}`) : []),
  ];
  added.standardOutput(said.join('\n'));
  switch (one.state) {
    case 'passed':
      return;
    case 'failed': {
      const causes = one.failures.map(({ cause, expected, actual }) => `${cause}: expected ${expected}, got ${actual}`);
      added.failure(line(causes.join('; ') || reason || title), outcome);
      added.stacktrace(one.failures.map((failure) => failureText(failure, endpoint)).join('\n\n') || text(title));
      return;
    }
    case 'undecided':
      added.error(line(reason ?? 'it could not be decided'), outcome, text(reason ?? ''));
      return;
    case 'skipped':
      skip(added, line(reason ?? outcome));
  }
}

function failureText(failure: Failure, endpoint: string): string {
  const { cause, expected, actual, places, reproduced, request, response, curl, replay } = failure;
  const more = places.length > shownPlaces ? [`and ${places.length - shownPlaces} more`] : [];
  const shown = [...places.slice(0, shownPlaces).map((place) => `${place.endpoint} (${place.count})`), ...more];
  const exemplar = places[0]?.endpoint;
  const said = response?.lost ?? (response?.status === undefined ? undefined : `status ${response.status}`);
  const exchange = [
    ...(request ? [`Request: ${line(request.method)} ${text(request.url)}`] : []),
    ...(said === undefined ? [] : [`Answer: ${text(said)}`]),
    ...(curl === undefined ? [] : [`curl: ${text(curl)}`]),
  ];
  return [
    text(cause),
    `Expected: ${text(expected)}`,
    `Actual: ${text(actual)}`,
    `Places: ${text(shown.join(', '))}`,
    `Reproduced: ${reproduced.of > 0 ? `${reproduced.times} of ${reproduced.of} times` : 'not sent again'}`,
    // One exchange stands for all places.
    ...(exemplar === endpoint ? exchange : [`Exchange: see ${text(exemplar ?? '')}`]),
    ...(replay ? [`Replay: ${text(replay.command)} (seed ${replay.seed}, key ${text(replay.key)})`] : []),
  ].join('\n');
}

/** The builder writes `skipped` without a reason. */
function skip(added: JunitCase, reason: string): void {
  added.skipped();
  const build = added.build.bind(added);
  added.build = (parent) => {
    const element = build(parent);
    const skipped = element.children.find((child) => 'name' in child && child.name === 'skipped');
    skipped?.att('message', reason);
    return element;
  };
}

function line(value: string): string {
  return xml(clipped(value, longestMessage));
}

function text(value: string): string {
  return xml(clipped(value, longestText));
}

/** Without the end of a CDATA section, of which the builder sees the first only; it drops what XML cannot hold. */
function xml(value: string): string {
  return value.replaceAll(']]>', ']] >');
}
