import type { Answered } from '../exchange/exchange.ts';
import { header } from './answer.ts';
import { httpDate } from './http-date.ts';

/** The time of a response in milliseconds since the epoch: its Date, or by our clock if it has none. */
export function clockOf(answered: Answered): number {
  const said = httpDate(header(answered, 'date'));
  return said === undefined ? answered.endedAt : said * 1000;
}
