import type { Recipe, Step } from '../catalogue/index.ts';
import type { Exchange, Request } from '../exchange/index.ts';

export type Means = Readonly<{
  ask: (step: string, request: Request) => Promise<Exchange>;
  wait: (ms: number) => Promise<unknown>;
}>;

type Sendable = Recipe<Request>;

export const ofRequests = (recipe: Recipe<Request>, request: Request): Sendable => ({
  ...recipe,
  steps: recipe.steps.map((step) => ({ ...step, exchange: step.exchange ?? request })),
});

/** Resolves to the judged responses of each time. */
export async function followRecipe(
  recipe: Sendable,
  times: number,
  name: string,
  means: Means,
): Promise<readonly (readonly Exchange[])[]> {
  const followed: (readonly Exchange[])[] = [];
  const isOverlapping = recipe.steps.some(({ overlaps }) => overlaps);
  // Overlapping requests need open connections, which the first time opens.
  for (let nth = isOverlapping ? 0 : 1; nth <= times; nth++)
    followed.push(
      await followOnce(recipe, `${name}-${nth}`, isOverlapping ? name : undefined, means),
    );
  return isOverlapping ? followed.slice(1) : followed;
}

async function followOnce(
  { steps }: Sendable,
  name: string,
  kept: string | undefined,
  { ask, wait }: Means,
) {
  const last = steps.length - 1;
  const send = async (step: Step<Request>, nth: number) => {
    const { exchange: request, connection, afterMs = 0, times = 1, overlaps } = step;
    if (!request) return [];
    if (afterMs > 0) await wait(afterMs);
    const copy = (of: number) => {
      const key = [name, ...(nth < last ? ['before'] : []), ...(times > 1 ? [of] : [])].join('-');
      const on = kept === undefined ? (connection ?? `${key}-new`) : `${nth}-${of}`;
      return ask(key, { ...request, connection: `${kept ?? name}:${on}` });
    };
    if (overlaps) return Promise.all(Array.from({ length: times }, (_, of) => copy(of)));
    const came: Exchange[] = [];
    for (let of = 0; of < times; of++) came.push(await copy(of));
    return came;
  };
  if (steps.every(({ overlaps }) => overlaps))
    return (await Promise.all(steps.map(send))).at(-1) ?? [];
  let came: readonly Exchange[] = [];
  for (const [nth, step] of steps.entries()) came = await send(step, nth);
  return came;
}
