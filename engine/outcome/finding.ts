import type { Fail } from '../catalogue/check.ts';
import { excerpt } from '../exchange/excerpt.ts';
import type { Answer, Exchange, Lost } from '../exchange/exchange.ts';
import { type Key, keyText } from '../exchange/key.ts';
import { type StoredRequest, storeRequest } from '../exchange/stored-request.ts';
import { type Changes, joinChanges } from './changes.ts';

/** Limits for a body, a header value and the header lines in a finding. The evidence contains the whole response. */
const keptBody = 8_192;
const keptHeaderValue = 2_048;
const keptHeaders = 100;
/** Characters of `expected` and of `actual`. */
const keptText = 4_096;

/** The exchange that shows a violation, shortened and as plain JSON, because parts are written to files. */
export interface Exhibit {
  readonly key: Key;
  readonly request: StoredRequest;
  readonly traceId?: string;
  readonly answer: Answer | Lost;
}

/** A violation on one endpoint, with one exchange that shows it and the number of occurrences. */
export interface Finding {
  readonly requirement: string;
  readonly endpoint: string;
  readonly cause: string;
  readonly expected: string;
  readonly actual: string;
  /** Absent if only the whole run shows it. */
  readonly exchange?: Exhibit;
  /** Absent if no case of a series shows it, and in older results. */
  readonly changes?: Changes;
  /** The number of cases or responses that showed it. */
  readonly count: number;
  /** How often the request was sent again (`of`), and how often the violation recurred (`times`). */
  readonly reproduced: { readonly of: number; readonly times: number };
}

export function finding(requirement: string, endpoint: string, violation: Fail, exchange?: Exchange): Finding {
  const { cause } = violation;
  const [expected, actual] = [violation.expected, violation.actual].map((text) => excerpt(text, keptText)) as [
    string,
    string,
  ];
  const shown = violation.exchange ?? exchange;
  const found = { requirement, endpoint, cause, expected, actual, count: 1, reproduced: { of: 0, times: 0 } };
  return shown ? { ...found, exchange: exhibit(shown) } : found;
}

function exhibit({ key, request, traceId, answer }: Exchange): Exhibit {
  const stored = { key, request: storeRequest(request), ...(traceId === undefined ? {} : { traceId }) };
  if ('lost' in answer) return { ...stored, answer };
  const { body, headers } = answer;
  return {
    ...stored,
    answer: {
      ...answer,
      headers: headers.slice(0, keptHeaders).map(([name, value]) => [name, excerpt(value, keptHeaderValue)] as const),
      body: {
        ...body,
        ...(body.text === undefined ? {} : { text: excerpt(body.text, keptBody) }),
        ...(body.base64 === undefined ? {} : { base64: excerpt(body.base64, keptBody) }),
      },
    },
  };
}

export type FindingId = Pick<Finding, 'requirement' | 'endpoint' | 'cause'>;

/** Violations with the same id are one finding. */
export function findingId({ requirement, endpoint, cause }: FindingId): string {
  return `${requirement}|${endpoint}|${cause}`;
}

/** Joins two findings. Takes the exchange with the lower key, so that the order does not matter. */
export function joinFindings(left: Finding, right: Finding): Finding {
  const [first, other] = byKey(left, right) <= 0 ? [left, right] : [right, left];
  const changes = joinChanges(first.changes, other.changes);
  return { ...first, ...(changes ? { changes } : {}), count: first.count + other.count };
}

function byKey(left: Finding, right: Finding): number {
  const [here, there] = [left.exchange?.key, right.exchange?.key];
  if (!here !== !there) return here ? -1 : 1;
  const byIndex = here && there ? here.index - there.index || inOrder(keyText(here), keyText(there)) : 0;
  // Keys can be equal, because all shards request tokens and listings under the same keys.
  return byIndex || inOrder(exemplar(left), exemplar(right));
}

/**
 * Serialises every member that `joinFindings` takes from its first argument, except `changes`, which follow from the
 * request. If two findings have the same string, their order does not matter.
 */
function exemplar({ count: _count, changes: _changes, ...shown }: Finding): string {
  return JSON.stringify(shown);
}

/** Compares by UTF-16 code units, so that no locale matters. */
export function inOrder(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
