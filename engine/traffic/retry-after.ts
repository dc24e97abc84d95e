import type { Answered } from '../exchange/exchange.ts';
import { clockOf, header, httpDate } from '../judging/index.ts';

export const pauseAskedFor = (answered: Answered) =>
  retryAfterMs(header(answered, 'retry-after'), clockOf(answered));

/** RFC 9110 section 10.2.3, in milliseconds from `now`; undefined if it is malformed. */
export function retryAfterMs(value: string | undefined, now: number) {
  if (value === undefined) return undefined;
  // Both a gateway and the application may set the header.
  if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * 1000;
  const date = httpDate(value);
  return date === undefined ? undefined : Math.max(0, date * 1000 - now);
}
