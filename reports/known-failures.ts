import type { createColors } from 'picocolors';
import type { Result } from '../engine/result.ts';
import { counted } from './counted.ts';
import { placeWords } from './html/places.ts';
import { plain } from './plain.ts';

type Colors = ReturnType<typeof createColors>;

export function knownLines({ knownFailures }: Result, { dim, red }: Colors): string[] {
  if (!knownFailures) return [];
  const { matched, stale, unknown, unlisted } = knownFailures;
  const known = matched.map((one) => `Known failure: ${placeOf(one)} (${plain(one.reason)})`);
  const wrong = [
    ...stale.map(
      (one) => `Stale known failure: ${placeOf(one)} did not fail. Remove it from the list.`,
    ),
    ...unknown.map(
      (one) => `Invalid known failure: ${placeOf(one)}: ${plain(one.why)}. Correct or remove it.`,
    ),
    ...unlisted.map((one) => `Not on the list of known failures: ${placeOf(one)}`),
  ];
  const lines = [...known.map((line) => dim(line)), ...wrong.map((line) => red(line))];
  return lines.length === 0 ? [] : ['', ...lines];
}

type Listed = Readonly<{
  requirement: string;
  endpoint?: string;
}>;

const placeOf = ({ requirement, endpoint }: Listed) =>
  plain(endpoint === undefined ? requirement : `${requirement} on ${placeWords(endpoint)}`);

/** Returns a suffix for the verdict if every failure is on the list. */
export function butOnlyKnown({ verdict, knownFailures }: Result): string {
  if (verdict !== 'non-conformant' || !knownFailures || knownFailures.unlisted.length > 0)
    return '';
  return `, only because of ${counted(knownFailures.matched.length, 'known failure')}`;
}
