import { account } from './account.ts';
import { auth } from './auth.ts';
import { errors } from './errors.ts';
import type { Guidance, GuidanceTable } from './guidance.ts';
import { http } from './http.ts';
import { learn } from './learn.ts';
import { token } from './token.ts';
import { user } from './user.ts';
import { writes } from './writes.ts';

/** Guidance by the id of the requirement, for every requirement of the catalogue. */
export const guidance: GuidanceTable = {
  ...token,
  ...auth,
  ...user,
  ...errors,
  ...http,
  ...learn,
  ...account,
  ...writes,
};

/** Returns the guidance for a requirement. Undefined if it is unknown, as in results of other versions. */
export const guidanceFor = (requirement: string): Guidance | undefined =>
  Object.hasOwn(guidance, requirement) ? guidance[requirement] : undefined;

/** The most causes that a report shows. */
export const shownCauses = 3;

/** Quotes the statement, and its source if it is not from the specification. */
export const statementWords = ({ statement, source }: Guidance): string =>
  `"${statement}"${source === undefined ? '' : ` (${source})`}`;
