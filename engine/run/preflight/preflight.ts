import type { RunFacts } from '../../catalogue/index.ts';
import { isAnswered } from '../../exchange/index.ts';
import {
  firstResponse,
  obstacleAtApi,
  type PreflightContext,
  unscopedResponse,
} from './first-response.ts';
import { findGuides } from './guides.ts';
import { tokenObstacle } from './obstacle.ts';
import { slowness } from './slow-target.ts';
import { acquireToken, fetchKey } from './tokens.ts';

/** Finds in under ten requests what the operator must change first. */
export async function preflight(context: PreflightContext): Promise<RunFacts> {
  // At once, so that the API knows both tokens when the checks begin.
  const [{ refusal, start: issuing, ...scoped }, { refusal: _, ...unscoped }] = await Promise.all([
    acquireToken(context, 'scoped'),
    acquireToken(context, 'unscoped'),
  ]);
  const tokens = { ...context.givenTokens, ...scoped.tokens };
  const { send, config } = context;
  const stopped = (obstacle: string) => ({ ...scoped, tokens, guideIds: [], obstacle });
  const atToken =
    refusal &&
    ((await slowness(send, refusal, config.target.authUrl)) ?? tokenObstacle(refusal, config));
  if (atToken !== undefined) return stopped(atToken);
  const isServed = unscoped.tokens['token:unscoped'] !== undefined;
  const before = isServed ? await unscopedResponse(context) : undefined;
  const heard = before && isAnswered(before.exchange) ? before.exchange : undefined;
  // One more request without a response would only take time.
  const silent = heard ? undefined : before;
  let first = silent ?? (await firstResponse(context, heard));
  const obstacle = await obstacleAtApi(context, first);
  if (obstacle !== undefined) return stopped(obstacle);
  if (silent) first = await firstResponse(context);
  const [{ start, ...guides }, publicKey] = await Promise.all([
    findGuides(context, first),
    fetchKey(context, tokens['token:scoped']),
  ]);
  const began = first ? start : issuing;
  return {
    tokens: { ...tokens, ...unscoped.tokens },
    refusedTokens: { ...scoped.refusedTokens, ...unscoped.refusedTokens },
    statedScopes: { ...scoped.statedScopes, ...unscoped.statedScopes },
    ...(isServed && { servesSecondClient: true }),
    ...guides,
    ...(heard && { unscopedAtStart: heard.answer.status }),
    ...(began && { start: began }),
    ...publicKey,
  };
}
