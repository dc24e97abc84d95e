import type { createColors } from 'picocolors';
import type { Result } from '../engine/result.ts';
import { placeWords } from './html/places.ts';
import { plain } from './plain.ts';

type Colors = ReturnType<typeof createColors>;

/** Renders the list of known failures, one line per entry. */
export function knownLines({ knownFailures }: Result, colors: Colors): string[] {
  if (!knownFailures) return [];
  const { matched, stale, unknown, unlisted } = knownFailures;
  const place = ({
    requirement,
    endpoint,
  }: {
    readonly requirement: string;
    readonly endpoint?: string;
  }) => plain(endpoint === undefined ? requirement : `${requirement} on ${placeWords(endpoint)}`);
  const lines = [
    ...matched.map((entry) =>
      colors.dim(`Known failure: ${place(entry)} (${plain(entry.reason)})`),
    ),
    ...stale.map((entry) =>
      colors.red(`Stale known failure: ${place(entry)} did not fail. Remove it from the list.`),
    ),
    ...unknown.map((entry) => {
      return colors.red(
        `Invalid known failure: ${place(entry)}: ${plain(entry.why)}. Correct or remove it.`,
      );
    }),
    ...unlisted.map((entry) => colors.red(`Not on the list of known failures: ${place(entry)}`)),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Returns a suffix for the verdict if every failure is on the list. */
export function butOnlyKnown({ verdict, knownFailures }: Result): string {
  if (verdict !== 'non-conformant' || !knownFailures || knownFailures.unlisted.length > 0)
    return '';
  const count = knownFailures.matched.length;
  return `, only because of ${count} known ${count === 1 ? 'failure' : 'failures'}`;
}
