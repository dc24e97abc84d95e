import type { Failure } from '../../engine/result.ts';
import { account } from './account.ts';
import { auth } from './auth.ts';
import { byEvidence } from './by-evidence.ts';
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

/**
 * Returns the guidance for a finding. Undefined if its requirement is unknown, as in results of
 * other versions.
 */
export function guidanceFor(failure: Failure): Guidance | undefined {
  const found = Object.hasOwn(guidance, failure.requirement)
    ? guidance[failure.requirement]
    : undefined;
  return found && { ...found, causes: byEvidence(found.causes, failure) };
}

/** The most causes that a report shows. */
export const shownCauses = 3;

/** Quotes the statement, and its source if it is not from the specification. */
export const statementWords = ({ statement, source }: Guidance): string =>
  `"${statement}"${source === undefined ? '' : ` (${source})`}`;

/**
 * Returns the number of an earlier finding whose guidance is the same. Undefined if there is none.
 */
export function toldAt(failure: Failure, all: readonly Failure[]): number | undefined {
  const shown = (one: Failure) =>
    guidanceFor(one)
      ?.causes.slice(0, shownCauses)
      .map(({ cause }) => cause)
      .join();
  const at = all.findIndex(
    (one) =>
      one.requirement === failure.requirement &&
      one.sameCauseAs === undefined &&
      shown(one) === shown(failure),
  );
  return at < 0 || all[at] === failure ? undefined : at + 1;
}
