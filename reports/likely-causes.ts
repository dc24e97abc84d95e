import type { Failure } from '../engine/result.ts';

const shownCauses = 3;

export const likelyCauses = ({ advice = [] }: Failure): NonNullable<Failure['advice']> =>
  advice.slice(0, shownCauses);

export function statementWords({ statement }: Failure): string {
  if (!statement) return '';
  const { text, source } = statement;
  return `"${text}"${source === undefined ? '' : ` (${source})`}`;
}

/** Returns the number of an earlier finding with the same advice. Undefined if there is none. */
export function toldAt(failure: Failure, all: readonly Failure[]): number | undefined {
  const told = (one: Failure) => JSON.stringify(likelyCauses(one));
  const at = all.findIndex(
    (one) =>
      one.requirement === failure.requirement &&
      one.sameCauseAs === undefined &&
      told(one) === told(failure),
  );
  return at < 0 || all[at] === failure ? undefined : at + 1;
}
