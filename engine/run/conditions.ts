import {
  type Bound,
  following,
  inFlight,
  mannerOf,
  onSameConnection,
  wholeRun,
} from '../catalogue/index.ts';
import { type Exchange, isAnswered, loadRequest, type Request } from '../exchange/index.ts';
import { forSecond, sentHeader } from '../judging/positive.ts';
import { type Exhibit, exhibit, type Finding } from '../outcome/finding.ts';
import { followRecipe, type Means, ofRequests } from './run-recipe.ts';

/** Each time must show the violation: a node may fail by chance. */
const attempts = 3;
const mostCopies = 8;

export function mayDependOnOthers(
  { exchange, recipe, reproduced: { of, times } }: Finding,
  { endpoint }: Bound,
) {
  if (!exchange || 'lost' in exchange.answer || recipe !== undefined || of === 0 || times > 0)
    return false;
  const { method, wire } = exchange.request;
  return (
    method === 'GET' && wire !== 'raw' && endpoint.safety === 'read' && endpoint.id !== wholeRun
  );
}

export async function underCondition(
  found: Finding,
  bound: Bound,
  most: number,
  means: Means,
  shows: (exchange: Exchange) => boolean,
): Promise<Finding | undefined> {
  const { exchange } = found;
  if (!exchange) return undefined;
  for (const candidate of candidates(loadRequest(exchange.request), bound, most)) {
    const refined = await tried(candidate, found, exchange, means, shows);
    if (refined) return refined;
  }
  return undefined;
}

type Candidate = ReturnType<typeof candidates>[number];

/** After another request on its connection or for another user, and then many at once. */
function candidates(own: Request, bound: Bound, most: number) {
  const wellFormed = bound.wellFormed();
  const other = forSecond(sentHeader(own, 'x-user-id').length > 0 ? own : wellFormed);
  const hasOther = bound.hasSecondUser && bound.endpoint.user !== 'none';
  const copies = Math.min(most, mostCopies);
  const crowd = inFlight<Request>(copies);
  const all = [
    { name: 'kept', recipe: onSameConnection(wellFormed), request: own, isPossible: true },
    { name: 'after-other', recipe: following(other), request: own, isPossible: hasOther },
    { name: 'at-once', recipe: crowd, request: wellFormed, isPossible: copies > 1 },
    { name: 'these-at-once', recipe: crowd, request: own, isPossible: copies > 1 },
  ];
  return all.filter(({ isPossible }) => isPossible);
}

async function tried(
  { name, recipe, request }: Candidate,
  found: Finding,
  { key }: Exhibit,
  means: Means,
  shows: (exchange: Exchange) => boolean,
) {
  let before: Exchange | undefined;
  const ask: Means['ask'] = async (step, sent) => {
    const came = await means.ask(step, sent);
    if (step.endsWith('-before')) before = came;
    return came;
  };
  const sendable = ofRequests(recipe, request);
  const followed = await followRecipe(sendable, attempts, name, { ...means, ask });
  const showing = followed.map((came) => came.filter(shows));
  const [seen] = showing.flat();
  if (!seen || showing.some(({ length }) => length === 0)) return undefined;
  if (recipe.steps.length > 1 && !(before && isAnswered(before))) return undefined;
  const { changes, ...rest } = found;
  const isOwn = name !== 'at-once';
  return {
    ...rest,
    ...(changes && isOwn && { changes: { ...changes, violating: [] } }),
    ...(mannerOf(recipe) === 'in-flight' && { exchange: { ...exhibit(seen), key } }),
    recipe: {
      steps: recipe.steps.map(({ exchange, ...how }) =>
        exchange && before ? { ...how, exchange: exhibit(before) } : how,
      ),
      share: { times: showing.flat().length, of: followed.flat().length },
      otherwise: { alone: { times: 0, of: found.reproduced.of } },
    },
  };
}
