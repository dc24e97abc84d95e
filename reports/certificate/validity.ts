/** Days for which a certificate is valid where nobody says otherwise. */
export const defaultDays = 90;

/** When a certificate may be relied on, as ISO 8601 in UTC; both ends belong to it. */
export interface Validity {
  readonly notBefore: string;
  readonly notAfter: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The period that begins now. */
export function validFor(days: number, now: Date): Validity {
  return { notBefore: toSecond(now), notAfter: toSecond(new Date(now.getTime() + days * dayMs)) };
}

/** Why a certificate may not be relied on at a time; undefined where it may. */
export function whyNotValid({ notBefore, notAfter }: Validity, at: Date): string | undefined {
  if (at.getTime() < Date.parse(notBefore)) return `it is not valid before ${notBefore}`;
  if (at.getTime() > Date.parse(notAfter)) return `it expired on ${notAfter}`;
  return undefined;
}

function toSecond(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
