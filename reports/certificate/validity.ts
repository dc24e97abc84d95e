export const defaultDays = 90;

/** The period in which a certificate is valid, including both ends, in ISO 8601 and UTC. */
export type Validity = Readonly<{
  notBefore: string;
  notAfter: string;
}>;

const dayMs = 24 * 60 * 60 * 1000;

export const validFor = (days: number, now: Date): Validity => ({
  notBefore: toSecond(now),
  notAfter: toSecond(new Date(now.getTime() + days * dayMs)),
});

/** Says why a certificate is not valid at a time. Returns undefined if it is. */
export function whyNotValid({ notBefore, notAfter }: Validity, at: Date): string | undefined {
  if (at.getTime() < Date.parse(notBefore)) return `it is not valid before ${notBefore}`;
  if (at.getTime() > Date.parse(notAfter)) return `it expired on ${notAfter}`;
  return undefined;
}

const toSecond = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
