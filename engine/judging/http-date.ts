import type { Answered, TokenFacts } from '../exchange/exchange.ts';
import { header } from './answer.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const imf = /^[a-z]{3}, (\d{2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const rfc850 = /^[a-z]{6,9}, (\d{2})-([a-z]{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const asctime = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

export function httpDate(value: string | undefined) {
  if (value === undefined) return undefined;
  const fixed = imf.exec(value) ?? rfc850.exec(value);
  if (fixed) {
    const [, day, month, year, hour, minute, second] = fixed;
    const short = year?.length === 2;
    // Over 50 years ahead means the past century. Reading 00 to 75 as 20xx suffices here.
    const full = Number(year) + (short ? (Number(year) > 75 ? 1900 : 2000) : 0);
    return instant(full, month, day, hour, minute, second);
  }
  const [, month, day, hour, minute, second, year] = asctime.exec(value) ?? [];
  return year === undefined ? undefined : instant(Number(year), month, day, hour, minute, second);
}

function instant(year: number, month = '', ...rest: (string | undefined)[]) {
  const [day = 0, hour = 0, minute = 0, second = 0] = rest.map(Number);
  const at = months.indexOf(month.toLowerCase());
  if (at < 0 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return undefined;
  return Date.UTC(year, at, day, hour, minute, second) / 1000;
}

/**
 * By the server's Date and the Age of a cached response (RFC 9111 section 5.1), in milliseconds
 * since the epoch: shards whose clocks differ have it in common.
 */
export function sentByServerAt(answered: Answered) {
  const age = header(answered, 'age') ?? '';
  return (
    clockOf(answered) + (/^\d{1,9}$/.test(age) && header(answered, 'date') ? Number(age) * 1000 : 0)
  );
}

export function clockOf(answered: Answered) {
  const said = httpDate(header(answered, 'date'));
  return said === undefined ? answered.endedAt : said * 1000;
}

/** In seconds. An older token was not issued with the response: Date and iat are rounded. */
const agedS = 3;

/**
 * Whether `expires_in` 0 may be true: a cached token that ends within the second. The run has seen
 * it before, or its iat and exp say so.
 */
export function mayEndNow(answered: Answered, token: TokenFacts | undefined) {
  if (token?.isRepeated) return true;
  const { iat, exp } = token?.claims ?? {};
  const now = clockOf(answered) / 1000;
  return (
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    now - iat >= agedS &&
    Math.abs(exp - now) <= 1
  );
}
