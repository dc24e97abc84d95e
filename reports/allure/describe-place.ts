import { createHash } from 'node:crypto';
import type { RequirementResult } from '../../engine/result.ts';
import { clipped } from '../clipped.ts';
import { findingText } from '../finding-text.ts';
import { placeWords } from '../html/places.ts';
import { whenWords } from '../html/words.ts';
import { attachmentsOf } from './attachments.ts';
import { type Found, type Place, placeId } from './places.ts';

/** The endpoint that Allure shows for a requirement that ran on none. */
const noEndpoint = '(no endpoint)';

/** The path from Allure's page to the conformance report. */
const conformanceReport = '../index.html';

const severities = {
  must: 'critical',
  should: 'normal',
  observe: 'trivial',
} as const satisfies Record<RequirementResult['level'], string>;

/** The most characters of a string. */
const shownText = 4_000;

interface Named {
  readonly name: string;
  readonly value: string;
}

interface Step {
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly stage: 'finished';
  readonly statusDetails: object;
  readonly start: number;
  readonly stop: number;
  readonly steps: readonly Step[];
  readonly parameters: readonly Named[];
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly source: string;
  }[];
}

/** The members of an Allure test result, except `status` and `uuid`. */
export interface Description {
  readonly name: string;
  readonly fullName: string;
  readonly titlePath: readonly string[];
  readonly testCaseId: string;
  readonly historyId: string;
  readonly start: number;
  readonly stop: number;
  readonly stage: 'finished';
  readonly statusDetails: {
    readonly message?: string;
    readonly expected?: string;
    readonly actual?: string;
  };
  readonly labels: readonly Named[];
  readonly links: readonly { readonly url: string; readonly type: string }[];
  readonly parameters: readonly (Named & { readonly excluded: boolean })[];
  readonly steps: readonly Step[];
}

/**
 * Describes a place as an Allure test, with the files that it refers to. `start` is in milliseconds
 * since 1970.
 */
export function describePlace(
  place: Place,
  at: number,
  start: number,
): { readonly description: Description; readonly files: ReadonlyMap<string, string> } {
  const { requirement, outcome } = place;
  const endpoint = shown(place.endpoint === undefined ? noEndpoint : placeWords(place.endpoint));
  const title = `${requirement.id}: ${shown(requirement.title)}`;
  const id = createHash('sha256').update(placeId(place)).digest('hex').slice(0, 32);
  const files = new Map<string, string>();
  const description: Description = {
    name: outcome === 'warn' ? `⚠ ${title}` : title,
    fullName: `${requirement.id} on ${endpoint}`,
    titlePath: [requirement.area, endpoint],
    // By default Allure derives both from the test file and the working directory.
    testCaseId: id,
    historyId: id,
    start,
    stop: start,
    stage: 'finished',
    statusDetails: detailsOf(place),
    labels: [
      { name: 'epic', value: requirement.area },
      { name: 'feature', value: endpoint },
      { name: 'story', value: requirement.id },
      { name: 'severity', value: severities[requirement.level] },
      ...tagsOf(place).map((value) => ({ name: 'tag', value })),
    ],
    // Allure's page shows a relative link as text. The script in harden-page.ts makes it work.
    links: [{ url: `${conformanceReport}#${encodeURI(requirement.id)}`, type: 'link' }],
    parameters: parametersOf(place),
    steps: stepsOf(place, start, (found) =>
      attachmentsOf(found).map(({ name, type, extension, content }, nth) => {
        // One file per test: if two tests refer to the same file, Allure shows it only in the
        // first.
        const source = `${at}-${found.nth}-${nth}-attachment.${extension}`;
        files.set(source, content);
        return { name, type, source };
      }),
    ),
  };
  return { description, files };
}

/**
 * All parameters are `excluded`. Otherwise Allure starts a new history if a value changes between
 * runs.
 */
function parametersOf({ requirement, cases, outcome }: Place): Description['parameters'] {
  const values = {
    outcome,
    cases: String(cases),
    section: shown(requirement.section),
    ...(requirement.when === undefined ? {} : { 'applies if': whenWords[requirement.when] }),
  };
  return Object.entries(values).map(([name, value]) => ({ name, value, excluded: true }));
}

function tagsOf({ requirement, outcome, waived }: Place): string[] {
  return [
    requirement.level,
    ...(outcome === 'warn' ? ['warning'] : []),
    ...(outcome === 'observed' ? ['observed'] : []),
    ...(waived === undefined ? [] : ['waived']),
    ...(requirement.claimed ? [] : ['not claimed']),
  ];
}

function detailsOf({ outcome, reason, waived, findings }: Place): Description['statusDetails'] {
  switch (outcome) {
    case 'fail':
    case 'warn': {
      const [first, ...others] = findings.map(({ failure }) => failure);
      if (!first) return { message: shown(reason ?? 'the requirement is violated') };
      const message = findings.map(messageOf).join('\n\n');
      // Allure shows only one pair of expected and actual.
      if (others.length > 0) return { message };
      return { message, expected: shown(first.expected), actual: shown(first.actual) };
    }
    case 'inconclusive':
    case 'not-run': {
      const waiver = waived === undefined ? [] : [`Waived: ${waived}`];
      return {
        message: [...waiver, reason ?? 'there was no response to judge'].map(shown).join('\n'),
      };
    }
    case 'observed':
    case 'pass':
      return {};
  }
}

const messageOf = ({ failure, result }: Found): string => findingText(failure, result);

/**
 * Lists findings and observations as steps: Allure shows a message only if the test did not pass.
 */
function stepsOf(
  { outcome, findings, observed }: Place,
  start: number,
  attach: (found: Found) => Step['attachments'],
): Step[] {
  const common = { stage: 'finished', statusDetails: {}, start, stop: start, steps: [] } as const;
  return [
    ...findings.map((found) => ({
      ...common,
      name: shown(found.failure.title),
      ...(outcome === 'fail'
        ? { status: 'failed' as const, statusDetails: { message: messageOf(found) } }
        : { status: 'passed' as const }),
      parameters: [
        { name: 'expected', value: shown(found.failure.expected) },
        { name: 'actual', value: shown(found.failure.actual) },
      ],
      attachments: attach(found),
    })),
    ...observed.map((value) => ({
      ...common,
      name: `Observed: ${shown(value)}`,
      status: 'passed' as const,
      parameters: [],
      attachments: [],
    })),
  ];
}

function shown(text: string): string {
  return clipped(text, shownText);
}
