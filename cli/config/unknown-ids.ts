import { matchesGlob } from '../../engine/config/globs.ts';
import { didYouMean } from './did-you-mean.ts';

export interface UnknownId {
  readonly glob: string;
  /** The closest known id or glob. */
  readonly suggestion?: string;
}

/** Returns the ids and globs that match none of the known ids. `*` matches any characters. */
export function unknownIds(globs: readonly string[], ids: readonly string[]): UnknownId[] {
  return globs
    .filter((glob) => !ids.some((id) => matchesGlob(glob, id)))
    .map((glob) => {
      const suggestion = glob.includes('*') ? nearestGroup(glob, ids) : didYouMean(glob, ids);
      return suggestion === undefined ? { glob } : { glob, suggestion };
    });
}

/** Corrects the group of a glob, as in `giude/*` for `guide/*`. */
function nearestGroup(glob: string, ids: readonly string[]): string | undefined {
  const [group, ...rest] = glob.split('/');
  if (group === undefined || group.includes('*') || rest.length === 0) return undefined;
  const nearest = didYouMean(group, new Set(ids.map((id) => id.split('/')[0] ?? '')));
  if (nearest === undefined) return undefined;
  const suggestion = [nearest, ...rest].join('/');
  return ids.some((id) => matchesGlob(suggestion, id)) ? suggestion : undefined;
}
