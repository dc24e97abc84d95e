import type { RunFacts } from '../../catalogue/facts.ts';
import { tokenRequest, tokenRequestAsForm } from '../../catalogue/well-formed.ts';
import { type Exchange, isAnswered, type TokenFacts } from '../../exchange/exchange.ts';
import { briefly, isSuccess, jsonObject } from '../../judging/answer.ts';
import { asker, type PreflightContext } from './context.ts';

/** Requests a token for each configured client, unless the operator supplied one. */
export async function acquireTokens(
  context: PreflightContext,
): Promise<Pick<RunFacts, 'tokens' | 'refusedTokens' | 'statedScopes' | 'servesSecondClient' | 'start'>> {
  const ask = asker(context, 'POST {auth_url}');
  const tokens: Record<string, TokenFacts> = { ...context.givenTokens };
  const refusedTokens: Record<string, string> = {};
  const statedScopes: Record<string, string> = {};
  let start: RunFacts['start'];
  const acquire = async (client: 'scoped' | 'unscoped', index: number) => {
    const name = `token:${client}`;
    if (context.config.clients[client] === undefined || tokens[name] !== undefined) return;
    let exchange = await ask(index, 'token', tokenRequest(client));
    if (!issued(exchange, name) && isAnswered(exchange)) {
      // A form distinguishes wrong credentials (the operator's mistake) from a refused JSON body (the target's).
      const asForm = await ask(index, 'token-as-form', tokenRequestAsForm(client));
      if (issued(asForm, name)) exchange = asForm;
    }
    const facts = issued(exchange, name);
    const { step } = exchange.key;
    if (facts && name === 'token:scoped' && step === 'token' && isAnswered(exchange)) {
      start = { endpoint: 'token', status: exchange.answer.status };
    }
    if (facts) tokens[name] = facts;
    else refusedTokens[name] = briefly(exchange);
    const scope = facts && isAnswered(exchange) ? jsonObject(exchange)?.['scope'] : undefined;
    if (typeof scope === 'string') statedScopes[name] = scope;
  };
  await Promise.all([acquire('scoped', 0), acquire('unscoped', 1)]);
  const wasGiven = context.givenTokens['token:unscoped'] !== undefined;
  const servesSecond = !wasGiven && tokens['token:unscoped'] !== undefined;
  return {
    tokens,
    refusedTokens,
    statedScopes,
    ...(servesSecond ? { servesSecondClient: true as const } : {}),
    ...(start ? { start } : {}),
  };
}

function issued(exchange: Exchange, name: string): TokenFacts | undefined {
  return isAnswered(exchange) && isSuccess(exchange) ? exchange.facts.tokens[name] : undefined;
}
