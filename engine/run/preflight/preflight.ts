import type { RunFacts } from '../../catalogue/facts.ts';
import type { PreflightContext } from './context.ts';
import { firstResponse, rejectedEverywhere } from './first-response.ts';
import { findGuides } from './guides.ts';
import { acquireTokens, fetchKeys, pickKey } from './tokens.ts';

/** Obtains the facts that the run needs first: tokens, guides, their path, and the key that verifies tokens. */
export async function preflight(context: PreflightContext): Promise<RunFacts> {
  const [{ start: issuing, ...tokens }, publicKeys] = await Promise.all([acquireTokens(context), fetchKeys(context)]);
  const first = await firstResponse(context);
  const [{ start, ...guides }, rejected] = await Promise.all([
    findGuides(context, first),
    rejectedEverywhere(context, first),
  ]);
  const publicKey = pickKey(publicKeys, tokens.tokens['token:scoped']);
  const began = first ? start : issuing;
  return {
    ...tokens,
    ...guides,
    ...(began ? { start: began } : {}),
    ...(rejected ? { rejectedEverywhere: rejected } : {}),
    ...(publicKey ? { publicKey } : {}),
  };
}
