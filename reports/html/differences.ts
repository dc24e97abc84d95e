import type { Shown } from './visible.ts';

// What is marked is what the finding itself names: a status, a header, a JSON Pointer. Where it names nothing that the
// exchange has, nothing is marked: a guess would send the reader to the wrong line.

type Failure = Shown['failures'][number];
type Headers = readonly (readonly [name: string, value: string])[];

/** What of an exchange the finding speaks of. */
export interface Differences {
  readonly status: boolean;
  /** Indices of header lines. */
  readonly requestHeaders: ReadonlySet<number>;
  readonly responseHeaders: ReadonlySet<number>;
  /** Headers that the finding misses, by name. */
  readonly unsent: readonly string[];
  readonly unanswered: readonly string[];
  /** JSON Pointers into the body of the response, as lists of members. */
  readonly members: readonly (readonly string[])[];
}

/** Reads what differs out of the texts of a finding. */
export function findDifferences({ cause, expected, actual, request, response }: Failure): Differences {
  const sent = request?.headers ?? [];
  const answered = response?.headers ?? [];
  // The cause says what was wrong with the request; of the answer speak what was expected and what came.
  const ofAnswer = `${expected}\n${actual}`;
  return {
    status: namesStatus(expected, actual, response?.status),
    requestHeaders: indices(sent, ([name, value]) => isOdd(value) || (name.includes('-') && names(cause, name))),
    responseHeaders: indices(
      answered,
      ([name, value]) => names(ofAnswer, name) || isWrongType(name, value, expected, actual),
    ),
    unsent: named(cause, /\bwithout (?:an? )?([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*)(?![\w-])/g).filter((name) =>
      isAbsent(name, sent),
    ),
    unanswered: response?.lost
      ? []
      : named(expected, /\b([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+)\b/g).filter(
          (name) => !requestOnly.test(name) && isAbsent(name, answered),
        ),
    members: named(`${cause} ${actual} ${expected}`, /(?<![\w/.:])((?:\/[\w~$@-]+)+)/g).map((pointer) =>
      pointer.slice(1).split('/').map(unescapePointer),
    ),
  };
}

/** Where the expectation is about a status, and the answer's stands in what was found instead. */
function namesStatus(expected: string, actual: string, status: number | undefined): boolean {
  if (status === undefined || !/\bstatus\b|\b[1-5](?:\d\d|xx)\b|\brefus/i.test(expected)) return false;
  return new RegExp(`\\b${status}\\b`).test(actual) && !new RegExp(`\\b${status}\\b`).test(expected);
}

/** A name in one word is also a word of English: it counts as a header where a colon follows. */
function names(text: string, name: string): boolean {
  const quoted = name.replace(/[^\w-]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${quoted}${name.includes('-') ? '(?![\\w-])' : ':'}`, 'i').test(text);
}

/** A media type that the finding states, where JSON was expected and it is none. */
function isWrongType(name: string, value: string, expected: string, actual: string): boolean {
  if (name.toLowerCase() !== 'content-type' || !/\bJSON\b|\bApiError\b/.test(expected)) return false;
  const [type = ''] = value.toLowerCase().split(';');
  return type !== '' && !/[/+]json\s*$/.test(type) && actual.toLowerCase().includes(type.trim());
}

/** A credential that is not the one the run was given: forged, of another client, expired. */
function isOdd(value: string): boolean {
  return /\{\{[^}]*\|/.test(value) || /\{\{token:(?!scoped\}\})/.test(value);
}

const requestOnly = /^(Accept|If|User|X-User)-/i;

function isAbsent(name: string, headers: Headers): boolean {
  return headers.every(([one]) => one.toLowerCase() !== name.toLowerCase());
}

function indices(headers: Headers, isMeant: (header: Headers[number]) => boolean): ReadonlySet<number> {
  return new Set(headers.flatMap((header, at) => (isMeant(header) ? [at] : [])));
}

function named(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
