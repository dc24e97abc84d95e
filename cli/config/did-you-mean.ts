import { matchesGlob } from '../engine.ts';

export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const target = plain(written);
  if (target === '') return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(target.length / 4)) + 1;
  for (const candidate of candidates) {
    const away = distance(target, plain(candidate));
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

export const askOr = (otherwise: string, meant: string | undefined): string =>
  meant === undefined ? otherwise : `Did you mean ${meant}?`;

function plain(text: string) {
  return text.toLowerCase().replace(/[-_ ]/g, '');
}

/** Optimal string alignment. */
function distance(left: string, right: string) {
  const table: number[][] = [];
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= left.length; row++) {
    const current: number[] = [];
    table.push(current);
    for (let column = 0; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const steps = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(row + column === 0 ? 0 : steps);
    }
  }
  return at(left.length, right.length);
}

/** What an unknown id or glob may mean. `giude/*` becomes `guide/*`. */
export function idLike(glob: string, ids: readonly string[]): string | undefined {
  if (!glob.includes('*')) return didYouMean(glob, ids);
  const [group = '', ...rest] = glob.split('/');
  const nearest = didYouMean(group, new Set(ids.map((id) => id.split('/')[0] ?? '')));
  const meant = [nearest, ...rest].join('/');
  return ids.some((id) => matchesGlob(meant, id)) ? meant : undefined;
}
