import type { ShownResponse } from './result.ts';

/** In milliseconds. */
const units = { seconds: 1_000, 'units of 10 ms': 10, milliseconds: 1 };

/**
 * The most milliseconds between the time in an id and the header Date. Random digits are hardly
 * ever that close.
 */
const mostApartMs = 60_000;

/** The digits of an id that are a time, in which unit since 1970. */
export interface TimeInId {
  readonly id: string;
  readonly digits: string;
  readonly unit: string;
}

/**
 * Finds the digits of the responseId that are the time of its response. Undefined if there are
 * none.
 */
export function timeInId({
  response,
}: {
  readonly response?: Pick<ShownResponse, 'headers' | 'body'>;
}): TimeInId | undefined {
  const id = /"responseId"\s*:\s*"([\da-f-]{32,36})"/i.exec(response?.body ?? '')?.[1];
  const date = Date.parse(
    response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '',
  );
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
