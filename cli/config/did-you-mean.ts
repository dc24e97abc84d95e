import { matchesGlob } from '../engine.ts';

export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const target = plain(written);
  if (target === '') return undefined;
  const furthest = Math.max(1, Math.floor(target.length / 4));
  let best: string | undefined;
  let least = furthest + 1;
  for (const candidate of candidates) {
    const away = distance(target, plain(candidate), least);
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

const mostSimilar = 3;

/** At most three, the closest first. Those that begin like it or contain it are close too. */
export function similarTo(written: string, candidates: readonly string[]): readonly string[] {
  const target = plain(written);
  if (target === '') return [];
  const furthest = Math.max(1, Math.floor(target.length / 4));
  const away = (candidate: string) => {
    const whole = distance(target, plain(candidate), furthest + 1);
    const isPart = plain(candidate).includes(target);
    return isPart
      ? Math.min(whole, 1)
      : Math.min(
          whole,
          distance(target, plain(candidate).slice(0, target.length), furthest + 1) + 0.5,
        );
  };
  return candidates
    .map((candidate) => [candidate, away(candidate)] as const)
    .filter(([, steps]) => steps <= furthest + 0.5)
    .sort(([, left], [, right]) => left - right)
    .slice(0, mostSimilar)
    .map(([candidate]) => candidate);
}

function plain(text: string) {
  return text.toLowerCase().replace(/[-_ ]/g, '');
}

/** Optimal string alignment. Stops counting at `enough`. */
function distance(left: string, right: string, enough: number) {
  if (Math.abs(left.length - right.length) >= enough) return enough;
  const table: number[][] = [Array.from({ length: right.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    table.push(current);
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(left.length, right.length);
}

interface UnknownId {
  readonly glob: string;
  readonly suggestion?: string;
}

export function unknownIds(globs: readonly string[], ids: readonly string[]): UnknownId[] {
  return globs
    .filter((glob) => !ids.some((id) => matchesGlob(glob, id)))
    .map((glob) => {
      const suggestion = glob.includes('*') ? nearestGroup(glob, ids) : didYouMean(glob, ids);
      return suggestion === undefined ? { glob } : { glob, suggestion };
    });
}

/** `giude/*` becomes `guide/*`. */
function nearestGroup(glob: string, ids: readonly string[]) {
  const [group, ...rest] = glob.split('/');
  if (group === undefined || group.includes('*') || rest.length === 0) return undefined;
  const nearest = didYouMean(group, new Set(ids.map((id) => id.split('/')[0] ?? '')));
  if (nearest === undefined) return undefined;
  const suggestion = [nearest, ...rest].join('/');
  return ids.some((id) => matchesGlob(suggestion, id)) ? suggestion : undefined;
}
