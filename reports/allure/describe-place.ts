import { createHash } from 'node:crypto';
import type { Failure, Result } from '../../engine/result.ts';
import { clipped } from '../clipped.ts';
import { present } from '../counted.ts';
import { findingText } from '../finding-text.ts';
import { placeWords } from '../html/places.ts';
import { whenWords } from '../html/words.ts';
import type { Place } from '../test-cases.ts';
import { attachmentsOf } from './attachments.ts';

const severities = { must: 'critical', should: 'normal', observe: 'trivial' } as const;

/** Cuts a string to the most that Allure shows. */
export const shown = (text: string) => clipped(text, 4_000);

/**
 * Describes a place as an Allure test, without `status` and `uuid`, and lists its attached files.
 * `start` is in milliseconds since 1970.
 */
export function describePlace(place: Place, result: Result, at: number, start: number) {
  const { requirement, endpoint = '', outcome, cases } = place;
  const { id, title, area, level, section, when } = requirement;
  const waived = result.waived.find((one) => one.id === id)?.reason;
  const where = endpoint === '' ? '(no endpoint)' : shown(placeWords(endpoint));
  const name = `${id}: ${shown(title)}`;
  // By default Allure derives the ids from the test file and the working directory.
  const hash = createHash('sha256').update(`${id}|${endpoint}`).digest('hex').slice(0, 32);
  const values = {
    outcome,
    cases: String(cases),
    section: shown(section),
    ...(when === undefined ? {} : { 'applies if': whenWords[when] }),
  };
  const tags = present(
    level,
    outcome === 'warn' && 'warning',
    outcome === 'observed' && 'observed',
    waived !== undefined && 'waived',
    !requirement.claimed && 'not claimed',
  );
  const { steps, files } = stepsOf(place, result, at, start);
  const description = {
    name: outcome === 'warn' ? `⚠ ${name}` : name,
    fullName: `${id} on ${where}`,
    titlePath: [area, where],
    testCaseId: hash,
    historyId: hash,
    start,
    stop: start,
    stage: 'finished',
    statusDetails: detailsOf(place, result, waived),
    labels: [
      { name: 'epic', value: area },
      { name: 'feature', value: where },
      { name: 'story', value: id },
      { name: 'severity', value: severities[level] },
      ...tags.map((value) => ({ name: 'tag', value })),
    ],
    // Allure's page shows a relative link as text. The script in harden-page.ts makes it work.
    links: [{ url: `../index.html#${encodeURI(id)}`, type: 'link' }],
    // Unless they are excluded, Allure starts a new history if a value changes between runs.
    parameters: Object.entries(values).map(([name, value]) => ({ name, value, excluded: true })),
    steps,
  };
  return { description, files };
}

function detailsOf(
  { requirement, outcome, reason = requirement.reason, failures }: Place,
  result: Result,
  waived: string | undefined,
) {
  if (outcome === 'observed' || outcome === 'pass') return {};
  if (outcome === 'fail' || outcome === 'warn') {
    const [first, ...others] = failures;
    if (!first) return { message: shown(reason ?? 'the requirement is violated') };
    const message = failures.map((failure) => findingText(failure, result)).join('\n\n');
    // Allure shows only one pair of expected and actual.
    if (others.length > 0) return { message };
    return { message, expected: shown(first.expected), actual: shown(first.actual) };
  }
  const waiver = waived === undefined ? [] : [`Waived: ${waived}`];
  return {
    message: [...waiver, reason ?? 'there was no response to judge'].map(shown).join('\n'),
  };
}

/**
 * Lists failures and observations as steps: Allure shows a message only if the test did not pass.
 * Each test has its own files: Allure shows a file only in the first test that refers to it.
 */
function stepsOf(
  { outcome, failures, observed }: Place,
  result: Result,
  at: number,
  start: number,
) {
  const common = { stage: 'finished', start, stop: start, steps: [] };
  const files: (readonly [name: string, content: string])[] = [];
  const attached = (failure: Failure, of: number) =>
    attachmentsOf(failure, result).map(({ name, type, extension, content }, nth) => {
      const source = `${at}-${of}-${nth}-attachment.${extension}`;
      files.push([source, content]);
      return { name, type, source };
    });
  const steps = [
    ...failures.map((failure, of) => ({
      ...common,
      name: shown(failure.title),
      status: outcome === 'fail' ? 'failed' : 'passed',
      statusDetails: outcome === 'fail' ? { message: findingText(failure, result) } : {},
      parameters: [
        { name: 'expected', value: shown(failure.expected) },
        { name: 'actual', value: shown(failure.actual) },
      ],
      attachments: attached(failure, of),
    })),
    ...observed.map((value) => ({
      ...common,
      name: `Observed: ${shown(value)}`,
      status: 'passed',
      ...{ statusDetails: {}, parameters: [], attachments: [] },
    })),
  ];
  return { steps, files };
}
