import type { Bound } from '../catalogue/bound.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import {
  following,
  inFlight,
  mannerOf,
  onSameConnection,
  type Recipe,
} from '../catalogue/recipe.ts';
import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { forSecond, sentHeader } from '../judging/positive.ts';
import { type Exhibit, exhibit, type Finding } from '../outcome/finding.ts';
import { followRecipe, type Means, ofRequests } from './run-recipe.ts';

/** Each time must show the violation: a node may fail by chance. */
const attempts = 3;
const mostCopies = 8;

interface Candidate {
  readonly name: string;
  readonly recipe: Recipe<Request>;
  readonly request: Request;
  readonly isOwn: boolean;
}

/** Whether a request that reads did not show its violation alone. */
export function mayDependOnOthers(
  { exchange, recipe, reproduced: { of, times } }: Finding,
  { endpoint }: Bound,
): boolean {
  if (!exchange || 'lost' in exchange.answer || recipe !== undefined || of === 0 || times > 0)
    return false;
  const { method, wire } = exchange.request;
  return (
    method === 'GET' && wire !== 'raw' && endpoint.safety === 'read' && endpoint.id !== wholeRun
  );
}

/** Finds the first recipe with which the request shows what it does not show alone. */
export async function underCondition(
  found: Finding,
  bound: Bound,
  most: number,
  means: Means,
  shows: (exchange: Exchange) => boolean,
): Promise<Finding | undefined> {
  if (!found.exchange) return undefined;
  const request = loadRequest(found.exchange.request);
  for (const candidate of candidates(request, bound, Math.min(most, mostCopies))) {
    const refined = await tried(candidate, found, found.exchange, means, shows);
    if (refined) return refined;
  }
  return undefined;
}

/** After another request on its connection or for another user, and then many at once. */
function candidates(request: Request, bound: Bound, copies: number): readonly Candidate[] {
  const wellFormed = bound.wellFormed();
  const hasOther = bound.hasSecondUser && bound.endpoint.user !== 'none';
  const other = forSecond(sentHeader(request, 'x-user-id').length > 0 ? request : wellFormed);
  const recipe = inFlight<Request>(copies);
  return [
    { name: 'kept', recipe: onSameConnection(wellFormed), request, isOwn: true },
    ...(hasOther ? [{ name: 'after-other', recipe: following(other), request, isOwn: true }] : []),
    ...(copies < 2
      ? []
      : [
          { name: 'at-once', recipe, request: wellFormed, isOwn: false },
          { name: 'these-at-once', recipe, request, isOwn: true },
        ]),
  ];
}

async function tried(
  { name, recipe, request, isOwn }: Candidate,
  found: Finding,
  { key }: Exhibit,
  means: Means,
  shows: (exchange: Exchange) => boolean,
): Promise<Finding | undefined> {
  let before: Exchange | undefined;
  const ask: Means['ask'] = async (step, sent) => {
    const came = await means.ask(step, sent);
    if (step.endsWith('-before')) before = came;
    return came;
  };
  const followed = await followRecipe(ofRequests(recipe, request), attempts, name, {
    ...means,
    ask,
  });
  const showing = followed.map((came) => came.filter(shows));
  const [seen] = showing.flat();
  if (!seen || showing.some(({ length }) => length === 0)) return undefined;
  if (recipe.steps.length > 1 && !(before && isAnswered(before))) return undefined;
  const { changes, ...rest } = found;
  const share = { times: showing.flat().length, of: followed.flat().length };
  const { of } = found.reproduced;
  return {
    ...rest,
    ...(changes && isOwn ? { changes: { ...changes, violating: [] } } : {}),
    ...(mannerOf(recipe) === 'in-flight' ? { exchange: { ...exhibit(seen), key } } : {}),
    recipe: {
      steps: recipe.steps.map(({ exchange, ...how }) =>
        exchange && before ? { ...how, exchange: exhibit(before) } : how,
      ),
      share,
      otherwise: { alone: { times: 0, of } },
    },
  };
}
