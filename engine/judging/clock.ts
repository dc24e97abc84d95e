import type { Answered } from '../exchange/exchange.ts';
import { header } from './answer.ts';
import { httpDate } from './http-date.ts';

/** When an answer came, in milliseconds since the epoch, by the clock that its Date tells; by ours where it has none. */
export function clockOf(answered: Answered): number {
  const said = httpDate(header(answered, 'date'));
  return said === undefined ? answered.endedAt : said * 1000;
}
