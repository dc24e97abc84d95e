import type { RunFacts } from '../../engine/catalogue/facts.ts';
import type { Config } from '../../engine/config/config.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  type TokenFacts,
} from '../../engine/exchange/exchange.ts';
import { header } from '../../engine/judging/answer.ts';
import { bad, type Chapter, good, type Line, note, skipped } from './finding.ts';

const required = 'service:nbg';
/** Beyond this, tokens may look expired or not yet valid. */
const skewS = 30;

export function credentialsChapter(
  config: Config,
  facts: RunFacts,
  exchanges: readonly Exchange[],
): Chapter {
  return {
    title: 'Credentials',
    lines: [
      client('scoped client', 'token:scoped', true, config, facts, exchanges),
      client('unscoped client', 'token:unscoped', false, config, facts, exchanges),
      given('expired token', config.tokens.expired, 'M2M_EXPIRED_TOKEN'),
      given('token for another audience', config.tokens.otherAudience, 'M2M_OTHER_AUDIENCE_TOKEN'),
      ...clocks(exchanges),
    ],
  };
}

function client(
  what: string,
  symbol: 'token:scoped' | 'token:unscoped',
  wanted: boolean,
  { clients, tokens }: Config,
  facts: RunFacts,
  exchanges: readonly Exchange[],
): Line {
  const name = wanted ? 'scoped' : 'unscoped';
  if (!clients[name] && !tokens[name]) {
    return skipped(
      what,
      'not configured: set M2M_UNSCOPED_CLIENT_ID and M2M_UNSCOPED_CLIENT_SECRET',
    );
  }
  const token = facts.tokens[symbol];
  if (!token)
    return bad(what, `no token was issued: ${facts.refusedTokens[symbol] ?? 'none was requested'}`);
  const answer = exchanges.find(
    (one): one is Answered => isAnswered(one) && one.facts.tokens[symbol] !== undefined,
  );
  const scope = scopeOf(token, answer);
  const detail = `${form(token)}${scope === undefined ? ', no scope stated' : `, scope "${scope}"`}`;
  if (scope === undefined) return good(what, detail);
  const holds = scope.split(' ').includes(required);
  if (holds === wanted) return good(what, detail);
  return bad(what, `${detail}: it must ${wanted ? 'contain' : 'not contain'} ${required}`);
}

function form({ form: kind, header: head, claims }: TokenFacts): string {
  const alg = typeof head?.['alg'] === 'string' ? ` (${head['alg']})` : '';
  const { exp, iat } = claims ?? {};
  const life =
    typeof exp === 'number' && typeof iat === 'number' ? `, valid for ${exp - iat} s` : '';
  return `${kind.toUpperCase()}${alg}${life}`;
}

function scopeOf({ claims }: TokenFacts, answer: Answered | undefined): string | undefined {
  const body: unknown =
    answer?.answer.body.text === undefined ? undefined : parsed(answer.answer.body.text);
  const said =
    typeof body === 'object' && body !== null && 'scope' in body ? body.scope : undefined;
  if (typeof said === 'string') return said;
  const claimed = claims?.['scope'] ?? claims?.['scp'];
  if (Array.isArray(claimed)) return claimed.join(' ');
  return typeof claimed === 'string' ? claimed : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function given(what: string, token: string | undefined, variable: string): Line {
  return token === undefined
    ? skipped(what, `not configured: set ${variable}`)
    : good(what, 'configured');
}

/** The Date header of the first response of each origin (RFC 9110 section 6.6.1). */
function clocks(exchanges: readonly Exchange[]): Line[] {
  const origins = [
    ['api', 'clock of the API'],
    ['token', 'clock of the token endpoint'],
  ] as const;
  return origins.flatMap(([origin, what]) => {
    const first = exchanges.find(
      (one): one is Answered => isAnswered(one) && one.request.origin === origin,
    );
    if (!first) return [];
    const said = Date.parse(header(first, 'date') ?? '');
    if (Number.isNaN(said))
      return [note(what, 'not compared: the first response has no Date header')];
    const behindS = Math.round((first.endedAt - said) / 1000);
    const detail = `${Math.abs(behindS)} s ${behindS < 0 ? 'ahead of' : 'behind'} this machine's clock`;
    return [
      Math.abs(behindS) > skewS
        ? note(what, `${detail}: tokens may look expired or not yet valid`)
        : good(what, detail),
    ];
  });
}
