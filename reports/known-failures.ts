import type { createColors } from 'picocolors';
import type { Result } from '../engine/result.ts';
import { plain } from './plain.ts';

type Colors = ReturnType<typeof createColors>;

/** What became of the list of known failures, a line an entry; nothing where there was no list. */
export function knownLines({ knownFailures }: Result, colors: Colors): string[] {
  if (!knownFailures) return [];
  const { matched, stale, unknown, unlisted } = knownFailures;
  const place = ({ requirement, endpoint }: { readonly requirement: string; readonly endpoint?: string }) =>
    plain(endpoint === undefined ? requirement : `${requirement} on ${endpoint}`);
  const lines = [
    ...matched.map((entry) => colors.dim(`Known failure: ${place(entry)} (${plain(entry.reason)})`)),
    ...stale.map((entry) => colors.red(`Stale known failure: ${place(entry)} did not fail. Remove it from the list.`)),
    ...unknown.map((entry) => {
      return colors.red(`Unknown known failure: ${place(entry)}: ${plain(entry.why)}. Correct or remove it.`);
    }),
    ...unlisted.map((entry) => colors.red(`Not a known failure: ${place(entry)}`)),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Added to the verdict where nothing failed but what is listed. */
export function butOnlyKnown({ verdict, knownFailures }: Result): string {
  if (verdict !== 'non-conformant' || !knownFailures || knownFailures.unlisted.length > 0) return '';
  const count = knownFailures.matched.length;
  return `, but only by ${count} known ${count === 1 ? 'failure' : 'failures'}`;
}
