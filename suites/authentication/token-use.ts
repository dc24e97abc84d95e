import {
  type Advice,
  type Answered,
  type Ask,
  type Bound,
  cause,
  disguisedError,
  type Exchange,
  fail,
  Inconclusive,
  inconclusive,
  isAnswered,
  isDecided,
  isServed,
  isSuccess,
  jsonObject,
  longestSpread,
  ofHarness,
  orNothing,
  pass,
  say,
  scenario,
  summarize,
  summary,
  symbol,
  type TokenFacts,
  withBody,
  withToken,
} from '../../engine/index.ts';
import { foreignAudience } from '../../fixtures/malformed/token-request.ts';
import { why } from '../advice.ts';
import { spec, standard } from '../statements.ts';
import { accepting, noProbe, tokenProbes } from '../token-probes.ts';
import { common } from './token-grant.ts';

// If two nodes issue tokens in turn, the API may not know the tokens of one node. If a refused
// token was revoked instead, because something else requested one, so was the token before it.

/** The shortest lifetime in seconds: the run must renew no token in between. */
const fewestS = 60;
/** Milliseconds after which every server knows a new token, and no cache keeps its refusal. */
const knownMs = 11_000;
/** Refusals count until this many milliseconds after the response `renewed`. */
const mostMs = 30_000;
/** The most tokens requested. Two must be refused, as every second one of two nodes is. */
const most = 3;

/**
 * The first refusal if the API refuses two new tokens, each while it still accepts the token
 * before; undefined if it refuses none. `renewed` issued the accepted token, or an earlier one.
 */
async function refusedInTurn(name: string, renewed: Answered, bound: Bound, ask: Ask) {
  if (!(Number(jsonObject(renewed)?.['expires_in']) >= fewestS)) return undefined;
  const refused: Answered[] = [];
  for (let nth = 0; nth === 0 || (refused.length === 1 && nth < most); nth++) {
    const refusal = await refusalOfNext(`next-${nth}`, name, renewed.endedAt + mostMs, bound, ask);
    if (refusal) refused.push(refusal);
  }
  // Renews the run's token if the new ones revoked it.
  await ask('former', bound.wellFormed(name));
  const [first, second] = refused;
  if (first === undefined || second !== undefined) return first;
  return inconclusive(say`one of several tokens was refused: ${summary(first)}`);
}

async function refusalOfNext(step: string, name: string, deadline: number, bound: Bound, ask: Ask) {
  // The run would renew a refused token if another of the same name was accepted before.
  const token = `token:${step}`;
  const issued = await ask(step, { ...bound.wellFormed(), yields: token });
  if (!isAnswered(issued) || issued.facts.tokens[token] === undefined) return undefined;
  const use = (nth: number) =>
    ask(`${step}-used-${nth}`, withToken(bound.wellFormed(name), symbol(token)));
  const used = await use(0);
  if (!isRejection(used)) return undefined;
  await ask.until(used.endedAt + knownMs);
  for (const nth of [1, 2, 3, 4]) if (!isRejection(await use(nth))) return undefined;
  const former = await ask(`${step}-former`, bound.wellFormed(name));
  // Before a second attempt, the run renews a refused former token.
  const isFormer = isServed(former) && former.key.attempt === 0 && former.endedAt < deadline;
  return isFormer ? used : undefined;
}

/** Whether the token gets 401 or 403, or a 2xx whose ApiError states one of them. */
function isRejection(exchange: Exchange): exchange is Answered {
  return (
    isAnswered(exchange) && [401, 403].includes(disguisedError(exchange) ?? exchange.answer.status)
  );
}

/** If one of these accepted the token, the guides were not requested yet. */
const beforeGuides: readonly string[] = accepting.slice(0, accepting.indexOf('guides'));

interface On {
  /** The endpoint that shows whether the token is accepted. */
  name: string;
}
const unknownKey: Advice = {
  suspect: 'Some nodes sign with a key that the API does not know.',
  look: 'Publish the keys of all issuing nodes, and reload them for an unknown kid.',
};
/** How a renewed token compares with the first one. Absent: it cannot be read. */
interface Compared {
  /** Seconds from its issuing until it becomes valid. */
  waitS?: number;
  hasSameScope?: boolean;
  hasSameKey?: boolean;
}
const refused = cause<On & Compared & { status: number }>({
  title: 'a renewed token is refused',
  expected: ({ name, status }) => `the status that the first token got on ${name}: ${status}`,
  actual: ({ waitS = 0 }, response) =>
    waitS > 0 ? `${response}; the token is valid from ${waitS} s after its issuing` : response,
  advice: [
    {
      suspect: 'The new token has nbf or iat in the future, or a filter masks it in the response.',
      look: 'Decode both tokens, and compare them with each other and with the clock.',
      when: [({ waitS }) => (waitS === undefined ? undefined : waitS > 0)],
    },
    {
      suspect: "The API accepts no second token while a client's first one is valid.",
      look: 'Verify each token by its signature and claims only.',
    },
    { ...unknownKey, when: [({ hasSameKey }: Compared) => (hasSameKey ? false : undefined)] },
    {
      suspect: 'The new token lacks the scope of the first one.',
      look: 'Grant the same scopes to each request.',
      when: [({ name, hasSameScope }) => !hasSameScope && name === 'guides'],
    },
  ],
});
export const renewal = scenario({
  ...common,
  id: 'token/renewal',
  level: 'must',
  lane: 'last',
  rule: 'A repeated token request yields a token that the API accepts.',
  section: 'Authentication: when a token expires the client requests a new one with the same flow',
  statement: spec.renewal,
  advice: [why.staleReplica],
  causes: {
    refused,
    'refused-beside': {
      ...refused,
      title: 'a new token is refused while the previous one is still accepted',
      advice: [unknownKey],
    },
    'no-token': {
      title: 'a repeated token request yields no token',
      expected: 'an access_token, because the same request got one before',
      advice: [
        {
          suspect: 'The server gives a client one token at a time, or counts its requests.',
          look: 'Issue a token for each valid request.',
        },
      ],
    },
  },
  run: async (bound, ask) => {
    if (tokenProbes(bound).length === 0) return [noProbe(bound, noTokenProbe)];
    const before = await accepted(bound, ask, tokenProbes(bound));
    const isBeforeGuides = beforeGuides.includes(before.name) && bound.covers('guides');
    const guides = isBeforeGuides
      ? await accepted(bound, ask, ['guides']).catch(orNothing)
      : undefined;
    const renewed = await ask('renew', bound.wellFormed());
    if (!tokenIn(renewed)) return [judgeNotRenewed(renewed)];
    const compared = comparedTokens(bound.facts.tokens[scoped], renewed);
    const judgements = [await judgeRenewed(before, compared, bound, ask)];
    // The guides require a scope, which a renewed token must have too.
    if (guides) judgements.push(await judgeRenewed(guides, compared, bound, ask));
    if (!judgements.every(({ kind }) => kind === 'pass')) return judgements;
    const found = await refusedInTurn(before.name, renewed, bound, ask);
    if (found === undefined) return judgements;
    return [
      ...judgements,
      'kind' in found ? found : fail('refused-beside', factsOf(before), found),
    ];
  },
});

interface Accepted {
  readonly name: string;
  readonly exchange: Answered;
}

const scoped = 'token:scoped';

/** Compares the first token with that of a response. Its nbf and iat are times of one clock. */
function comparedTokens(first: TokenFacts | undefined, { facts }: Answered) {
  const renewed = facts.tokens[scoped];
  if (!first?.claims || !renewed?.claims) return {};
  const { nbf, iat } = renewed.claims;
  const wait = typeof nbf === 'number' && typeof iat === 'number' ? nbf - iat : undefined;
  const same = (name: string) =>
    JSON.stringify(first.claims?.[name]) === JSON.stringify(renewed.claims?.[name]);
  return {
    ...(wait === undefined ? {} : { waitS: Math.max(0, Math.round(wait)) }),
    hasSameScope: same('scope') && same('scp') && same('permissions'),
    hasSameKey: first.header?.['kid'] === renewed.header?.['kid'],
  };
}

async function judgeRenewed(
  { name, exchange }: Accepted,
  compared: Compared,
  bound: Bound,
  ask: Ask,
) {
  const after = await ask(`after-${name}`, bound.wellFormed(name));
  if (!isRejection(after)) return isServed(after) ? pass() : inconclusive(summary(after));
  await ask.until(after.endedAt + longestSpread);
  if (await isKnownByNow(name, bound, ask))
    return pass(say`the API accepted the token shortly after it was issued`);
  // One token alone may be refused by chance.
  const renewed = await ask(`renew-again-${name}`, bound.wellFormed());
  if (isAnswered(renewed)) await ask.until(renewed.endedAt + longestSpread);
  const again = await ask(`after-again-${name}`, bound.wellFormed(name));
  if (!isRejection(again))
    return inconclusive(say`a renewed token was refused once, and not again: ${summary(after)}`);
  return fail('refused', { ...factsOf({ name, exchange }), ...compared }, after);
}

const factsOf = ({ name, exchange }: Accepted) => ({
  name: ofHarness(name),
  status: exchange.answer.status,
});

/** If the token is refused once, a replica still does not know it. */
async function isKnownByNow(name: string, bound: Bound, ask: Ask) {
  const later: Exchange[] = [];
  for (let nth = 0; nth < 4; nth++)
    later.push(await ask(`later-${nth}-${name}`, bound.wellFormed(name)));
  return later.every(isServed);
}

export const wrongAudience = scenario({
  ...common,
  id: 'token/wrong-audience',
  level: 'should',
  lane: 'last',
  rule: 'A request for another audience yields no token that the API accepts.',
  section: 'Endpoints: Token issuance; RFC 7519 section 4.1.3',
  statement: standard['RFC 7519, section 4.1.3'],
  advice: [
    {
      suspect: 'The token endpoint ignores audience and issues a token for the default API.',
      look: 'Refuse audiences that the client has no grant for.',
    },
    why.cacheKey,
  ],
  causes: {
    accepted: cause<On>({
      title: 'the API accepts a token that was requested for another audience',
      expected: ({ name }) =>
        `no access_token for another audience, or a 401 for that token on ${name}`,
    }),
  },
  run: async (bound, ask) => {
    if (tokenProbes(bound).length === 0) return [noProbe(bound, noTokenProbe)];
    const before = await accepted(bound, ask, tokenProbes(bound));
    const asked = await ask('other-audience', {
      ...withBody(bound.wellFormed(), foreignAudience),
      yields: 'token:foreign-audience',
    });
    const judgement = await judgeForeign(asked, before.name, bound, ask);
    // The request may have revoked the token that the rest of the run uses.
    await ask('restore', bound.wellFormed());
    return [judgement];
  },
});

async function judgeForeign(asked: Exchange, name: string, bound: Bound, ask: Ask) {
  if (!isDecided(asked)) return inconclusive(summary(asked));
  const isIssued = asked.facts.tokens['token:foreign-audience'] !== undefined;
  if (!isIssued) return pass(say`no token is issued for another audience`);
  const used = await ask(
    'use',
    withToken(bound.wellFormed(name), symbol('token:foreign-audience')),
  );
  if (isRejection(used))
    return pass(say`a token for another audience is issued, but the API refuses it`);
  if (!isServed(used)) return inconclusive(summary(used));
  return fail('accepted', { name: ofHarness(name) }, used);
}

const noTokenProbe = say`the claim covers no endpoint that could show whether a token is accepted`;

async function accepted(bound: Bound, ask: Ask, names: readonly string[]) {
  let last = '';
  for (const name of names) {
    const exchange = await ask(`before-${name}`, bound.wellFormed(name));
    if (isServed(exchange)) return { name, exchange };
    last = summarize(exchange);
  }
  throw new Inconclusive(say`no endpoint accepts the run's token: ${last}`);
}

function tokenIn(exchange: Exchange): exchange is Answered {
  return isSuccess(exchange) && exchange.facts.tokens['token:scoped'] !== undefined;
}

const judgeNotRenewed = (exchange: Exchange) =>
  isDecided(exchange) ? fail('no-token', {}, exchange) : inconclusive(summary(exchange));
