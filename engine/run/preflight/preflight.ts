import type { RunFacts } from '../../catalogue/facts.ts';
import { isAnswered } from '../../exchange/exchange.ts';
import type { PreflightContext } from './context.ts';
import { firstResponse, obstacleAtApi, unscopedResponse } from './first-response.ts';
import { findGuides } from './guides.ts';
import { tokenObstacle } from './obstacle.ts';
import { slowness } from './slow-target.ts';
import { acquireToken, fetchKeys, pickKey } from './tokens.ts';

/**
 * Obtains the facts that a run needs first. Finds what the operator must change first in under ten
 * requests.
 */
export async function preflight(context: PreflightContext): Promise<RunFacts> {
  // At once, so that the API knows both tokens when the checks begin.
  const [{ refusal, start: issuing, ...scoped }, { refusal: _, ...unscoped }] = await Promise.all([
    acquireToken(context, 'scoped'),
    acquireToken(context, 'unscoped'),
  ]);
  const tokens = { ...context.givenTokens, ...scoped.tokens };
  const { send, config } = context;
  const atToken =
    refusal &&
    ((await slowness(send, refusal, config.target.authUrl)) ?? tokenObstacle(refusal, config));
  if (atToken !== undefined) return { ...scoped, tokens, guideIds: [], obstacle: atToken };
  const beforeScoped = unscoped.tokens['token:unscoped'] && (await unscopedResponse(context));
  // One more request without a response would only take time.
  const silent = beforeScoped && !isAnswered(beforeScoped.exchange) ? beforeScoped : undefined;
  let first = silent ?? (await firstResponse(context, beforeScoped?.exchange));
  const obstacle = await obstacleAtApi(context, first);
  if (obstacle !== undefined) return { ...scoped, tokens, guideIds: [], obstacle };
  if (silent) first = await firstResponse(context);
  const [{ start, ...guides }, publicKeys] = await Promise.all([
    findGuides(context, first),
    fetchKeys(context),
  ]);
  const publicKey = pickKey(publicKeys, tokens['token:scoped']);
  const began = first ? start : issuing;
  return {
    tokens: { ...tokens, ...unscoped.tokens },
    refusedTokens: { ...scoped.refusedTokens, ...unscoped.refusedTokens },
    statedScopes: { ...scoped.statedScopes, ...unscoped.statedScopes },
    ...(unscoped.tokens['token:unscoped'] ? { servesSecondClient: true as const } : {}),
    ...guides,
    ...(beforeScoped && isAnswered(beforeScoped.exchange)
      ? { unscopedAtStart: beforeScoped.exchange.answer.status }
      : {}),
    ...(began ? { start: began } : {}),
    ...(publicKey ? { publicKey } : {}),
  };
}
