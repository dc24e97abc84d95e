import type { Answered, Json, TokenFacts } from '../../engine/index.ts';
import { fromTarget, isSuccess, jsonObject, mayEndNow, sentHeader } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/**
 * The common members of the requirements on the token endpoint. Without a client, they are not-run.
 */
export const common = { endpoints: named('token'), needs: ['token-endpoint'] } as const;
export const answerSection = 'Endpoints: Token issuance';

/**
 * Whether it is the response to a client's JSON request. The engine also sends a form, for its own
 * purposes.
 */
export function isIssuance({ request }: Answered, ...symbols: readonly string[]): boolean {
  const asJson = sentHeader(request, 'content-type').includes('application/json');
  return (
    request.origin === 'token' &&
    asJson &&
    request.yields !== undefined &&
    symbols.includes(request.yields)
  );
}

export const isScoped = (answered: Answered) => isIssuance(answered, 'token:scoped');
/**
 * Reports whether a JSON object grants a token to either client. The narrower requirements judge
 * these.
 */
export const isGrant = (answered: Answered) =>
  isIssuance(answered, 'token:scoped', 'token:unscoped') &&
  isSuccess(answered) &&
  jsonObject(answered) !== undefined;

export const member = (answered: Answered, name: string): Json | undefined =>
  jsonObject(answered)?.[name];
export function typeOf(answered: Answered): string | undefined {
  const type = member(answered, 'token_type');
  return typeof type === 'string' ? type : undefined;
}

const shown = (value: Json | undefined) =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
export const factOf = (answered: Answered, name: string) =>
  fromTarget(shown(member(answered, name)));
/** What a finding says about a member that has a wrong value. */
export const said =
  (name: string) =>
  ({ value }: { readonly value: string }) =>
    `${name} ${value}`;

export const factsOf = (answered: Answered): TokenFacts | undefined =>
  answered.facts.tokens[answered.request.yields ?? ''];
export const isRepeated = (answered: Answered): boolean => factsOf(answered)?.isRepeated === true;
/** Whether a cached token is handed out with the 0 seconds that it has left. */
export const isEnding = (answered: Answered): boolean =>
  member(answered, 'expires_in') === 0 && mayEndNow(answered, factsOf(answered));
