import {
  type Answered,
  fromTarget,
  isSuccess,
  jsonObject,
  mayEndNow,
  sentHeader,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';

export const common = { endpoints: named('token'), needs: ['token-endpoint'] } as const;
export const answerSection = 'Endpoints: Token issuance';

/** Whether it answers a client's JSON request. The engine also sends a form, for other purposes. */
export function isIssuance({ request }: Answered, ...symbols: readonly string[]) {
  return (
    request.origin === 'token' &&
    sentHeader(request, 'content-type').includes('application/json') &&
    request.yields !== undefined &&
    symbols.includes(request.yields)
  );
}

export const isScoped = (answered: Answered) => isIssuance(answered, 'token:scoped');
/** Whether a JSON object grants a token to either client. */
export const isGrant = (answered: Answered) =>
  isIssuance(answered, 'token:scoped', 'token:unscoped') &&
  isSuccess(answered) &&
  jsonObject(answered) !== undefined;

export const member = (answered: Answered, name: string) => jsonObject(answered)?.[name];

export function shownMember(answered: Answered, name: string) {
  const value = member(answered, name);
  return {
    value: fromTarget(value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200)),
  };
}

export const factsOf = (answered: Answered) => answered.facts.tokens[answered.request.yields ?? ''];
export const isRepeated = (answered: Answered) => factsOf(answered)?.isRepeated === true;
/** Whether a cached token is handed out with the 0 seconds that it has left. */
export const isEnding = (answered: Answered) =>
  member(answered, 'expires_in') === 0 && mayEndNow(answered, factsOf(answered));
