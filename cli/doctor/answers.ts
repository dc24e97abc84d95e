import { valueAt } from '../config/layer.ts';
import {
  type Answered,
  ampleLimit,
  type Config,
  type Exchange,
  header,
  isAnswered,
  isLoadShedding,
  isSuccess,
  type Plan,
  parsedJson,
  type Result,
  type RunFacts,
  readFirst,
  see,
  storedIn,
  summarize,
  type TestUser,
  type TokenFacts,
} from '../engine.ts';
import { bad, type Chapter, good, type Line, note, skipped } from './finding.ts';

type Examined = Readonly<{
  config: Config;
  plan: Plan;
  result: Result;
  facts: RunFacts;
  exchanges: readonly Exchange[];
  answers: readonly Answered[];
}>;

const limitHeaders = [
  'ratelimit',
  'ratelimit-limit',
  'x-ratelimit-limit',
  'x-rate-limit-limit',
] as const;

export function usersChapter({ config: { users }, answers, result }: Examined): Chapter {
  const first = user('first', users.first, answers);
  const lines =
    users.second === undefined
      ? [first, skipped('second user', 'not configured: set M2M_SECOND_USER_ID')]
      : [first, user('second', users.second, answers), languages(users, result)];
  return { title: 'Users', lines };
}

function user(name: string, id: string, all: readonly Answered[]) {
  const what = `${name} user`;
  const answers = all.filter(({ request }) =>
    JSON.stringify(request.headers).includes(`"user:${name}"`),
  );
  if (answers.some(isSuccess)) return good(what, `${id} is known`);
  // A 403 may be about the token.
  const first = answers.find(({ answer }) => answer.status !== 403) ?? answers[0];
  return bad(what, first ? `${id} is refused: ${summarize(first)}` : `${id}: no response`);
}

function languages({ languages: said, sameLanguage }: Config['users'], { requirements }: Result) {
  const what = 'languages';
  if (sameLanguage)
    return skipped(what, 'not compared: both users are configured with the same language');
  const ids = ['guides/localised', 'notifications/localised'];
  const outcomes = requirements.filter(({ id }) => ids.includes(id)).map(({ outcome }) => outcome);
  const named = said ? `${said.first} and ${said.second}: ` : '';
  if (outcomes.includes('fail')) {
    return bad(
      what,
      `${named}both users get the same texts; if they have the same language, ` +
        'set M2M_SAME_LANGUAGE=1',
    );
  }
  return outcomes.includes('pass')
    ? good(what, `${named}the two users get different texts`)
    : note(what, `${named}no texts could be compared`);
}

export function endpointsChapter({ plan, config, exchanges }: Examined): Chapter {
  const { timeoutMs } = config;
  return {
    title: 'Endpoints',
    lines: plan.covered.filter(({ origin }) => origin === 'api').map(endpointLine),
  };

  function endpointLine({ id, safety }: Plan['covered'][number]) {
    if (safety !== 'read')
      return skipped(id, `not sent: it is ${safety === 'order' ? 'an order' : 'a write'}`);
    const asked = exchanges.filter(
      ({ key, request }) => key.endpoint === id && request.origin === 'api',
    );
    const answers = asked.filter(isAnswered);
    const accepted = answers.find(isSuccess);
    const tookMs = accepted ? accepted.endedAt - accepted.sentAt : 0;
    const inWords = `${accepted?.answer.status} in ${tookMs} ms`;
    if (tookMs > timeoutMs) {
      return bad(
        id,
        `${inWords}, longer than the time limit of ${timeoutMs} ms: ` +
          `set --timeout ${ampleLimit(tookMs)} (M2M_TIMEOUT). ${see('time')}`,
      );
    }
    if (accepted) return good(id, inWords);
    const [first] = answers;
    if (first) return bad(id, summarize(first).slice(0, 160));
    const [lost] = asked;
    return lost ? bad(id, summarize(lost)) : note(id, 'no request was sent');
  }
}

export function limitsChapter({ answers }: Examined): Chapter {
  const shed = answers.filter(isLoadShedding);
  const told = limitHeaders.flatMap((name) => {
    const value = answers.map((one) => header(one, name)).find((text) => text !== undefined);
    return value === undefined ? [] : [`${name}: ${value.slice(0, 80)}`];
  });
  const lines = [
    shed.length === 0
      ? good('load', `no 429 and no 503 in ${answers.length} responses`)
      : note(
          'load',
          `${shed.length} of ${answers.length} responses were 429 or 503: ` +
            'set M2M_RATE or --rate below the limit',
        ),
    ...(told.length === 0 ? [] : [note('limits', told.join('; '))]),
  ];
  return { title: 'Limits', lines };
}

export function addressChapter({ config, exchanges }: Examined): Chapter {
  const readBack = config.profile.addressReadBack;
  const title = 'Addresses';
  if (!readBack) {
    const undeclared =
      'a run changes it and does not restore it; to restore it, set profile.addressReadBack';
    return { title, lines: [note("first user's address", undeclared)] };
  }
  const line = (user: TestUser): Line[] => {
    const read = exchanges.find(({ key }) => key.step === readFirst(user));
    const stored = read && storedIn(read, readBack);
    if (!stored) return [];
    const what = `${user} user's address`;
    if ('address' in stored)
      return [good(what, `read from ${readBack.endpoint}; a run restores it`)];
    if ('absent' in stored) return [note(what, `none, so a run may create one: ${stored.absent}`)];
    return [
      bad(
        what,
        'unread' in stored
          ? `not read, so a run updates no address: ${stored.unread}`
          : stored.misplaced,
      ),
    ];
  };
  return { title, lines: [...line('first'), ...line('second')] };
}

const required = 'service:nbg';
/** Beyond this, tokens may look expired or not yet valid. */
const skewS = 30;

export function credentialsChapter(examined: Examined): Chapter {
  const { expired, otherAudience } = examined.config.tokens;
  return {
    title: 'Credentials',
    lines: [
      client('scoped', examined),
      client('unscoped', examined),
      given('expired token', expired, 'M2M_EXPIRED_TOKEN'),
      given('token for another audience', otherAudience, 'M2M_OTHER_AUDIENCE_TOKEN'),
      ...clocks(examined.answers),
    ],
  };
}

function client(name: 'scoped' | 'unscoped', { config, facts, answers }: Examined) {
  const { clients, tokens } = config;
  const what = `${name} client`;
  const symbol = `token:${name}` as const;
  const wanted = name === 'scoped';
  if (!clients[name] && !tokens[name]) {
    return skipped(
      what,
      'not configured: set M2M_UNSCOPED_CLIENT_ID and M2M_UNSCOPED_CLIENT_SECRET',
    );
  }
  const token = facts.tokens[symbol];
  if (!token)
    return bad(what, `no token was issued: ${facts.refusedTokens[symbol] ?? 'none was requested'}`);
  const answer = answers.find((one) => one.facts.tokens[symbol] !== undefined);
  const scope = scopeOf(token, answer);
  const stated = scope === undefined ? 'no scope stated' : `scope "${scope}"`;
  const detail = `${form(token)}, ${stated}`;
  if (scope === undefined) return good(what, detail);
  const holds = scope.split(' ').includes(required);
  if (holds === wanted) return good(what, detail);
  return bad(what, `${detail}: it must ${wanted ? 'contain' : 'not contain'} ${required}`);
}

function form({ form: kind, header: head, claims }: TokenFacts) {
  const alg = typeof head?.['alg'] === 'string' ? ` (${head['alg']})` : '';
  const { exp, iat } = claims ?? {};
  const life =
    typeof exp === 'number' && typeof iat === 'number' ? `, valid for ${exp - iat} s` : '';
  return `${kind.toUpperCase()}${alg}${life}`;
}

function scopeOf({ claims }: TokenFacts, answer: Answered | undefined) {
  const body = parsedJson(answer?.answer.body.text ?? '');
  const said = valueAt(body, ['scope']);
  if (typeof said === 'string') return said;
  const claimed = claims?.['scope'] ?? claims?.['scp'];
  if (Array.isArray(claimed)) return claimed.join(' ');
  return typeof claimed === 'string' ? claimed : undefined;
}

function given(what: string, token: string | undefined, variable: string) {
  return token === undefined
    ? skipped(what, `not configured: set ${variable}`)
    : good(what, 'configured');
}

/** The Date header of the first response of each origin (RFC 9110 section 6.6.1). */
function clocks(answers: readonly Answered[]) {
  const origins = [
    ['api', 'clock of the API'],
    ['token', 'clock of the token endpoint'],
  ] as const;
  return origins.flatMap(([origin, what]) => {
    const first = answers.find(({ request }) => request.origin === origin);
    if (!first) return [];
    const said = Date.parse(header(first, 'date') ?? '');
    if (Number.isNaN(said))
      return [note(what, 'not compared: the first response has no Date header')];
    const behindS = Math.round((first.endedAt - said) / 1000);
    const side = behindS < 0 ? 'ahead of' : 'behind';
    const detail = `${Math.abs(behindS)} s ${side} this machine's clock`;
    return [
      Math.abs(behindS) > skewS
        ? note(what, `${detail}: tokens may look expired or not yet valid`)
        : good(what, detail),
    ];
  });
}
