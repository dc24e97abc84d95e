import type { CTRFReport, Summary, Test, TestStatus } from 'ctrf';
import type { Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { findingText } from './finding-text.ts';
import { placeWords } from './html/places.ts';
import { inWords } from './in-words.ts';
import { limitsOf } from './limits.ts';
import { replayHere } from './shell-lines.ts';
import { type TestCase, testCases } from './test-cases.ts';
import { verdictReasons } from './verdict-reasons.ts';

/**
 * The most characters of a string. A request body of a megabyte makes a curl command of a megabyte.
 */
const longestText = 4_000;

/** The namespace of everything in `extra`. */
const own = 'm2m-conformance';

/**
 * Renders a result in the Common Test Report Format (ctrf.io): a test per claimed requirement and
 * endpoint.
 */
export function renderCtrf(stored: Result): string {
  const result = inWords(stored);
  const { target, run, harness, specification, claim, verdict } = result;
  const start = Date.parse(run.startedAt);
  const tests = [...runTests(result), ...testCases(result).map((one) => test(one, result))];
  const report: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: text(run.id),
    timestamp: run.startedAt,
    generatedBy: text(`${harness.name} ${harness.version}`),
    results: {
      tool: { name: text(harness.name) || 'm2m-conformance', version: text(harness.version) },
      summary: summary(tests, start, start + run.durationMs),
      tests,
      environment: {
        appName: text(target.implementation ?? target.baseUrl),
        ...(target.build === undefined ? {} : { buildName: text(target.build) }),
        testEnvironment: text(target.baseUrl),
        extra: {
          [own]: {
            verdict,
            limits: limitsOf(result),
            claim,
            seed: run.seed,
            depth: run.depth,
            strict: run.strict,
            requests: run.requests,
            authUrl: text(target.authUrl),
            specification: text(`${specification.name} ${specification.version}`),
            catalogueSha256: specification.catalogueSha256,
          },
        },
      },
    },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

function summary(tests: readonly Test[], start: number, stop: number): Summary {
  const countOf = (status: TestStatus) => tests.filter((one) => one.status === status).length;
  return {
    tests: tests.length,
    passed: countOf('passed'),
    failed: countOf('failed'),
    skipped: countOf('skipped'),
    pending: countOf('pending'),
    other: countOf('other'),
    flaky: tests.filter(({ flaky }) => flaky).length,
    suites: new Set(tests.map(({ suite }) => suite?.join('/'))).size,
    start,
    stop,
    duration: stop - start,
  };
}

/**
 * Makes the tests of the run. If it is not conformant, one of them fails, for readers that count
 * only failures.
 */
function runTests(result: Result): Test[] {
  const { interrupted, harnessErrors } = result;
  const why = `${result.verdict}: ${verdictReasons(result).join(', ')}`;
  const ofRun = (name: string, rawStatus: string, message: string): Test => ({
    name: text(name),
    status: rawStatus === 'conformant' ? 'passed' : 'failed',
    rawStatus,
    duration: 0,
    suite: ['run'],
    message: text(message),
  });
  return [
    ofRun('verdict', result.verdict, why),
    ...(interrupted === undefined
      ? []
      : [ofRun('interrupted', 'interrupted', `the run ended early: ${interrupted}`)]),
    ...harnessErrors.map(({ where, message }) =>
      ofRun(`harness: ${where}`, 'harness error', message),
    ),
  ];
}

function test(one: TestCase, result: Result): Test {
  const {
    requirement,
    endpoint,
    outcome,
    reason,
    cases,
    durationMs,
    retries,
    flaky,
    failures,
    values,
  } = one;
  const status = statusOf(one);
  const [group = ''] = requirement.id.split('/');
  const key = failures[0]?.places.find((place) => place.endpoint === endpoint)?.key;
  const curl = failures[0]?.places[0]?.endpoint === endpoint ? failures[0].curl : undefined;
  const replay = failures[0] && replayHere(failures[0]);
  const message = failures.map(
    ({ title, expected, actual }) => `${title}: expected ${expected}, got ${actual}`,
  );
  return {
    testId: text(`${requirement.id} ${endpoint}`),
    name: text(`${requirement.id} ${placeWords(endpoint)}`),
    status,
    rawStatus: outcome,
    duration: durationMs,
    flaky,
    // Readers call a test flaky if it passed after a retry. A warning that shows each time is not
    // flaky.
    ...(retries > 0 && (flaky || status === 'failed') ? { retries } : {}),
    suite: [requirement.area, group].map(text),
    tags: [requirement.level, requirement.area, group].map(text),
    labels: {
      level: requirement.level,
      outcome,
      endpoint: text(placeWords(endpoint)),
      section: text(requirement.section),
    },
    ...(message.length > 0 || reason !== undefined
      ? { message: text(message.join('; ') || (reason ?? '')) }
      : {}),
    ...(failures.length > 0
      ? { trace: failures.map((failure) => findingText(failure, result)).join('\n\n') }
      : {}),
    ...(values.length > 0 ? { stdout: values.map(text) } : {}),
    extra: {
      [own]: {
        title: text(requirement.title),
        cases,
        seed: result.run.seed,
        ...(key === undefined ? {} : { key: text(key) }),
        ...(curl === undefined ? {} : { curl: curl.split('\n').map(text).join('\n') }),
        ...(replay === undefined ? {} : { replay }),
      },
    },
  };
}

function statusOf({ state, outcome }: TestCase): TestStatus {
  if (outcome === 'inconclusive') return 'other';
  switch (state) {
    case 'passed':
      return 'passed';
    case 'failed':
      return 'failed';
    case 'undecided':
      return 'other';
    case 'skipped':
      return 'skipped';
  }
}

function text(value: string): string {
  return clipped(value, longestText);
}
