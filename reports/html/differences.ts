import type { Shown } from './visible.ts';

// The report marks only what the finding names: a status, a header, a JSON Pointer. If the exchange
// does not contain it, nothing is marked, because a guess could mark the wrong line.

type Failure = Shown['failures'][number];
type Headers = readonly (readonly [name: string, value: string])[];

/** The parts of an exchange that a finding names. */
export interface Differences {
  readonly status: boolean;
  /** Indices of header lines. */
  readonly requestHeaders: ReadonlySet<number>;
  readonly responseHeaders: ReadonlySet<number>;
  /** Names of headers that the finding expects and the request or the response lacks. */
  readonly unsent: readonly string[];
  readonly unanswered: readonly string[];
  /** JSON Pointers into the body of the response, as lists of members. */
  readonly members: readonly (readonly string[])[];
}

/** Finds the parts of the exchange that the finding names in its messages. */
export function findDifferences({
  title,
  expected,
  actual,
  request,
  response,
}: Failure): Differences {
  const sent = request?.headers ?? [];
  const answered = response?.headers ?? [];
  // `cause` describes the request; `expected` and `actual` describe the response.
  const ofAnswer = `${expected}\n${actual}`;
  return {
    status: namesStatus(expected, actual, response?.status),
    requestHeaders: indices(
      sent,
      ([name, value]) => isOdd(value) || (name.includes('-') && names(title, name)),
    ),
    responseHeaders: indices(
      answered,
      ([name, value]) => names(ofAnswer, name) || isWrongType(name, value, expected, actual),
    ),
    unsent: named(
      title,
      /\bwithout (?:an? )?([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*)(?![\w-])/g,
    ).filter((name) => isAbsent(name, sent)),
    unanswered: response?.lost
      ? []
      : named(expected, /\b([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+)\b/g).filter(
          (name) => !requestOnly.test(name) && isAbsent(name, answered),
        ),
    members: named(`${title} ${actual} ${expected}`, /(?<![\w/.:])((?:\/[\w~$@-]+)+)/g).map(
      (pointer) => pointer.slice(1).split('/').map(unescapePointer),
    ),
  };
}

/**
 * Whether the finding is about the status: `expected` names another one, and `actual` names the one
 * received.
 */
function namesStatus(expected: string, actual: string, status: number | undefined): boolean {
  if (status === undefined || !/\bstatus\b|\b[1-5](?:\d\d|xx)\b|\brefus/i.test(expected))
    return false;
  return (
    new RegExp(`\\b${status}\\b`).test(actual) && !new RegExp(`\\b${status}\\b`).test(expected)
  );
}

/**
 * Whether the message names the header. A name without hyphens is also an English word, so it needs
 * a colon after it.
 */
function names(text: string, name: string): boolean {
  const quoted = name.replace(/[^\w-]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${quoted}${name.includes('-') ? '(?![\\w-])' : ':'}`, 'i').test(
    text,
  );
}

/**
 * Whether JSON was expected, and the header is a Content-Type that is not JSON and that `actual`
 * names.
 */
function isWrongType(name: string, value: string, expected: string, actual: string): boolean {
  if (name.toLowerCase() !== 'content-type' || !/\bJSON\b|\bApiError\b/.test(expected))
    return false;
  const [type = ''] = value.toLowerCase().split(';');
  return type !== '' && !/[/+]json\s*$/.test(type) && actual.toLowerCase().includes(type.trim());
}

/**
 * Whether the value contains a credential other than the run's own: forged, expired or of another
 * client.
 */
function isOdd(value: string): boolean {
  return /<[^>]*, altered: /.test(value) || /<the [a-z-]+ token>/.test(value);
}

const requestOnly = /^(Accept|If|User|X-User)-/i;

function isAbsent(name: string, headers: Headers): boolean {
  return headers.every(([one]) => one.toLowerCase() !== name.toLowerCase());
}

function indices(
  headers: Headers,
  isMeant: (header: Headers[number]) => boolean,
): ReadonlySet<number> {
  return new Set(headers.flatMap((header, at) => (isMeant(header) ? [at] : [])));
}

function named(text: string, pattern: RegExp): string[] {
  return [
    ...new Set(
      [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name])),
    ),
  ];
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
