import { matchesGlob } from '../../engine/config/globs.ts';
import { didYouMean } from './did-you-mean.ts';

export interface UnknownId {
  readonly glob: string;
  readonly suggestion?: string;
}

/** Those that match no known id. */
export function unknownIds(globs: readonly string[], ids: readonly string[]): UnknownId[] {
  return globs
    .filter((glob) => !ids.some((id) => matchesGlob(glob, id)))
    .map((glob) => {
      const suggestion = glob.includes('*') ? nearestGroup(glob, ids) : didYouMean(glob, ids);
      return suggestion === undefined ? { glob } : { glob, suggestion };
    });
}

/** `giude/*` becomes `guide/*`. */
function nearestGroup(glob: string, ids: readonly string[]): string | undefined {
  const [group, ...rest] = glob.split('/');
  if (group === undefined || group.includes('*') || rest.length === 0) return undefined;
  const nearest = didYouMean(group, new Set(ids.map((id) => id.split('/')[0] ?? '')));
  if (nearest === undefined) return undefined;
  const suggestion = [nearest, ...rest].join('/');
  return ids.some((id) => matchesGlob(suggestion, id)) ? suggestion : undefined;
}
