import type { CTRFReport, Summary, Test, TestStatus } from 'ctrf';
import type { Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { findingText } from './finding-text.ts';
import { placeWords } from './html/places.ts';
import { inWords } from './in-words.ts';
import { limitsOf } from './limits.ts';
import { replayLine } from './shell-lines.ts';
import { runFailures, type TestCase, testCases } from './test-cases.ts';
import { verdictReasons } from './verdict-reasons.ts';

/** The most characters of a string: a request body may have a megabyte. */
const longestText = 4_000;

const own = 'm2m-conformance';

/** Renders a result in the Common Test Report Format (ctrf.io), a test per test case. */
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

/** One of them fails if the verdict is not conformant, for readers that count only failures. */
function runTests(result: Result): Test[] {
  const { verdict } = result;
  const of = (name: string, rawStatus: string, message: string): Test => ({
    name: text(name),
    status: rawStatus === 'conformant' ? 'passed' : 'failed',
    rawStatus,
    duration: 0,
    suite: ['run'],
    message: text(message),
  });
  return [
    of('verdict', verdict, `${verdict}: ${verdictReasons(result).join(', ')}`),
    ...runFailures(result).map(({ name, type, message }) => of(name, type, message)),
  ];
}

function test(one: TestCase, result: Result): Test {
  const { requirement, endpoint, outcome, reason = '', message, retries, flaky, failures } = one;
  const status = one.state === 'undecided' || outcome === 'inconclusive' ? 'other' : one.state;
  const [group = ''] = requirement.id.split('/');
  const [first] = failures;
  const key = first?.places.find((place) => place.endpoint === endpoint)?.key;
  const curl = first?.places[0]?.endpoint === endpoint ? first.curl : undefined;
  const replay = first?.replay && replayLine('.', result.failures.indexOf(first) + 1);
  return {
    testId: text(`${requirement.id} ${endpoint}`),
    name: text(`${requirement.id} ${placeWords(endpoint)}`),
    status,
    rawStatus: outcome,
    duration: one.durationMs,
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
    ...(message || reason ? { message: text(message || reason) } : {}),
    ...(first
      ? { trace: failures.map((failure) => findingText(failure, result)).join('\n\n') }
      : {}),
    ...(one.observed.length > 0 ? { stdout: one.observed.map(text) } : {}),
    extra: {
      [own]: {
        title: text(requirement.title),
        cases: one.cases,
        seed: result.run.seed,
        key: key && text(key),
        curl: curl?.split('\n').map(text).join('\n'),
        replay,
      },
    },
  };
}

const text = (value: string) => clipped(value, longestText);
