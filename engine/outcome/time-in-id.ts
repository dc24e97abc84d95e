import { fieldValues } from '../exchange/index.ts';
import type { ShownResponse } from './result.ts';

const units = { seconds: 1_000, 'units of 10 ms': 10, milliseconds: 1 };

/** From the header Date. Random digits are hardly ever that close. */
const mostApartMs = 60_000;

/** Which `digits` of the responseId are the time of its response since 1970. */
export function timeInId({
  response,
}: {
  readonly response?: Pick<ShownResponse, 'headers' | 'body'>;
}) {
  const id = /"responseId"\s*:\s*"([\da-f-]{32,36})"/i.exec(response?.body ?? '')?.[1];
  const date = Date.parse(fieldValues(response?.headers ?? [], 'date')[0] ?? '');
  if (id === undefined || Number.isNaN(date)) return undefined;
  for (const [unit, ms] of Object.entries(units)) {
    const digits = [...id.replaceAll('-', '')];
    const { length } = Math.floor(date / ms).toString(16);
    const parts = digits.map((_, at) => digits.slice(at, at + length).join(''));
    const found = parts.find(
      (part) => Math.abs(Number.parseInt(part, 16) * ms - date) < mostApartMs,
    );
    if (found) return { id, digits: found, unit };
  }
  return undefined;
}
