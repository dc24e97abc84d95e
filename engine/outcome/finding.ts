import type { Violated } from '../catalogue/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';

/** A violation on one endpoint, shown by one exchange, with how often it was seen. */
export interface Finding {
  readonly requirement: string;
  readonly endpoint: string;
  readonly cause: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows it; absent where it takes the whole run to see. */
  readonly exchange?: Exchange;
  /** Cases and answers that showed it. */
  readonly count: number;
  /** How often it showed again when the request was sent again. */
  readonly reproduced: { readonly of: number; readonly times: number };
}

export function finding(requirement: string, endpoint: string, violation: Violated, exchange?: Exchange): Finding {
  const { cause, expected, actual } = violation;
  const shown = violation.exchange ?? exchange;
  const found = { requirement, endpoint, cause, expected, actual, count: 1, reproduced: { of: 0, times: 0 } };
  return shown ? { ...found, exchange: shown } : found;
}

/** What makes two violations one finding. */
export function findingId({
  requirement,
  endpoint,
  cause,
}: Pick<Finding, 'requirement' | 'endpoint' | 'cause'>): string {
  return `${requirement}|${endpoint}|${cause}`;
}

/** The two as one: the exemplar with the lower key, whatever the order in which they came. */
export function joinFindings(left: Finding, right: Finding): Finding {
  const [first, other] = byKey(left, right) <= 0 ? [left, right] : [right, left];
  return { ...first, count: first.count + other.count };
}

function byKey(left: Finding, right: Finding): number {
  const [here, there] = [left.exchange?.key, right.exchange?.key];
  if (!here || !there) return here ? -1 : 1;
  return here.index - there.index || (keyText(here) < keyText(there) ? -1 : 1);
}
