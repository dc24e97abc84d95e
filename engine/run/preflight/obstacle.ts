import type { RunFacts } from '../../catalogue/facts.ts';
import type { Config } from '../../config/config.ts';
import { noResponse } from '../../judging/answer.ts';

/** Returns the problem that the operator must fix before the API can be tested; undefined if there is none. */
export function obstacleOf(
  { tokens, refusedTokens, rejectedEverywhere }: RunFacts,
  { target }: Config,
): string | undefined {
  if (tokens['token:scoped'] === undefined) {
    const refusal = refusedTokens['token:scoped'] ?? 'none was requested';
    const cure = refusal.startsWith(noResponse)
      ? `Check that ${target.authUrl} is the token endpoint and that this machine can reach it (M2M_AUTH_URL).`
      : 'Check M2M_CLIENT_ID, M2M_CLIENT_SECRET and M2M_AUDIENCE.';
    return `no access token was issued to the scoped client: ${refusal}. ${cure}`;
  }
  if (rejectedEverywhere === undefined) return undefined;
  const { answer, location } = rejectedEverywhere;
  return location === undefined
    ? `no endpoint accepts the well-formed request: ${answer}. Check that the user in M2M_USER_ID exists and that the client may act for that user. Check M2M_AUDIENCE and M2M_BASE_URL. Check that no gateway refuses requests from this machine, and that nothing else requests tokens for the same client during the run.`
    : `every endpoint redirects the well-formed request, the first to ${location}. Check M2M_BASE_URL.`;
}
