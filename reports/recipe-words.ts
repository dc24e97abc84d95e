import {
  type Failure,
  mannerOf,
  type Otherwise,
  type Share,
  type ShownStep,
} from '../engine/result.ts';
import { present } from './counted.ts';

const inNumbers = ({ times, of }: Share): string => `${times} of ${of}`;

const otherwiseWords: Readonly<Record<Otherwise, string>> = {
  alone: 'alone, on a new connection',
  'own-connection': 'on a connection of its own',
  'same-user': 'after one for the same user',
  'new-url': 'at URLs that no cache knows',
  'in-flight': 'in flight together',
  'first-after-pause': 'first after the pause',
  without: 'without it',
  next: 'in the next response after such a one',
};

export function manners(step: Partial<ShownStep> = {}): string {
  const { afterMs, times = 1, overlaps, connection } = step;
  return present(
    afterMs !== undefined && `, after a pause of ${afterMs / 1_000} s`,
    times > 1 && (overlaps ? `, ${times} at the same time` : `, ${times} times`),
    connection !== undefined && ', on the same connection',
  ).join('');
}

/** Says how often a failure shows if its recipe is followed, and how often otherwise. */
export function recipeWords({ recipe, reproduced: { of, times } }: Failure): string | undefined {
  if (!recipe)
    return of > 0 && times === 0
      ? `among the other requests of the run; ${otherwiseWords.alone}: 0 of ${of}`
      : undefined;
  const { share, otherwise = {} } = recipe;
  const others = (Object.entries(otherwise) as [Otherwise, Share][]).map(
    ([name, its]) => `${otherwiseWords[name]}: ${inNumbers(its)}`,
  );
  if (!share && others.length === 0) return undefined;
  const copies = recipe.steps.reduce((sum, { times: one = 1 }) => sum + one, 0);
  const words = {
    alone: 'if the request is repeated',
    'in-sequence': 'after step 1',
    'same-connection': 'on a connection that has just carried step 1',
    'in-flight': `with ${copies} such requests in flight`,
    many: 'after all requests of step 1',
    pause: 'after the pause',
  } as const;
  const shown = share ? `: ${inNumbers(share)} responses` : '';
  return [`${words[mannerOf(recipe)]}${shown}`, ...others].join('; ');
}
