import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';
import type { Config } from '../../../engine/config/config.ts';
import { isAnswered } from '../../../engine/exchange/exchange.ts';
import { users } from '../../../fixtures/reference/data/users.ts';
import { basePath } from '../../../fixtures/reference/endpoints.ts';
import { type Compose, override, type Visit } from '../../../fixtures/reference/index.ts';
import { sample } from '../../scope.ts';
import { simulate } from '../../simulation/simulate.ts';
import { type Certified, judgedAgain, withOutcome } from './in-process.ts';
import { mergedResult } from './merged.ts';

// cds-snc/platform-forms-client#5601: a load test met the firewall in front of its own target,
// which banned the tester. A firewall responds to a banned client in place of the service, so no
// requirement may judge what it sends.

/** A response of the firewall to a banned client. */
interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `nth` counts the refused requests. */
  readonly body: (nth: number, path: string, at: Date) => string;
}

interface Rules {
  /** The refusals of one address after which it is banned. */
  readonly after: number;
  readonly refusal: Refusal;
  /** How long the ban lasts, in milliseconds. Absent: for good. */
  readonly ms?: number;
  /** Whether each request during the ban prolongs it. */
  readonly prolongs?: boolean;
  /** Whether the token endpoint is behind the firewall too. */
  readonly guardsTokens?: boolean;
}

/**
 * Bans clients like fail2ban or the rate-based rules of web application firewalls: counts the
 * refusals that a client gets, and then refuses whatever it sends.
 */
function firewall({
  after,
  refusal: { status, headers = {}, body },
  ms = Number.POSITIVE_INFINITY,
  prolongs = false,
  guardsTokens = false,
}: Rules) {
  /** When the banned requests came, in milliseconds since the epoch. */
  const banned: number[] = [];
  let refused = 0;
  let bans = 0;
  let bannedUntil = 0;
  const compose = override('intercept', (original, { now }) => (incoming, outgoing) => {
    const path = incoming.url ?? '';
    const isGuarded = guardsTokens || path.startsWith(basePath);
    if (!isGuarded || now() >= bannedUntil) {
      outgoing.on('finish', () => {
        if (outgoing.statusCode >= 400 && outgoing.statusCode < 500) refused++;
        if (refused < after) return;
        bans++;
        refused = 0;
        bannedUntil = now() + ms;
      });
      return original(incoming, outgoing);
    }
    if (prolongs) bannedUntil = now() + ms;
    banned.push(now());
    incoming.resume();
    outgoing.writeHead(status, headers).end(body(banned.length, path, new Date(now())));
    return true;
  });
  return { compose, banned, bans: () => bans };
}

/** The page of a web application firewall, with an id and a time. */
const page: Refusal = {
  status: 403,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: (nth, path, at) =>
    `<!DOCTYPE html><html><head><title>Request blocked</title></head><body><h1>Access denied</h1>
     <p>You cannot access ${path} on this server.</p><p>Ray ID: 8f3a${nth}b2c4d, ${at.toUTCString()}</p></body></html>`,
};

/** The JSON of an API gateway, which is no ApiError. */
const gatewayJson: Refusal = {
  status: 403,
  headers: { 'Content-Type': 'application/json' },
  body: (nth, _path, at) =>
    JSON.stringify({
      message: 'Forbidden',
      requestId: `Zk${nth}PqRs-${nth}`,
      time: at.toISOString(),
      epoch: at.getTime(),
    }),
};

/** The page of a rate limit that bans. */
const tooMany: Refusal = {
  status: 429,
  headers: { 'Content-Type': 'text/html' },
  body: () => '<html><body><h1>Error 1015</h1><p>You are being rate limited</p></body></html>',
};

/** The page of ModSecurity's classic default action. */
const notAcceptable: Refusal = {
  status: 406,
  headers: { 'Content-Type': 'text/html; charset=iso-8859-1' },
  body: (_nth, path) =>
    `<head><title>Not Acceptable!</title></head><body><p>${path}: An appropriate representation could not be found. Mod_Security.</p></body>`,
};

async function certifyBehind(rules: Rules, deadlineS: number, claim?: Config['claim']) {
  const { compose, ...wall } = firewall(rules);
  return { ...(await certify(compose, { deadlineS, ...(claim && { claim }) })), ...wall };
}

/** Judges the evidence too, which must come to the same result. */
async function certify(compose: Compose | [], config: Partial<Config> = {}) {
  const { result, evidence } = await simulate({ compose, config });
  const again = await judgedAgain(evidence);
  expect(outcomeDifferences(again, result)).toEqual([]);
  expect(again.obstacle).toBe(result.obstacle);
  return { result, evidence };
}

type Case = readonly [what: string, rules: Rules];

const later = { 'Retry-After': '3600' };
const lasting: readonly Case[] = [
  ['an HTML page with the path, an id and a time', { after: 50, refusal: page }],
  ['JSON that is no ApiError, with ids and times', { after: 50, refusal: gatewayJson }],
  ['429', { after: 50, refusal: tooMany }],
  ['after twenty refusals', { after: 20, refusal: page }],
  ['each request prolongs it', { after: 50, refusal: page, ms: 8_000, prolongs: true }],
  ['406', { after: 50, refusal: notAcceptable }],
  ['after two hundred refusals', { after: 200, refusal: page }],
  [
    'the token endpoint is behind the firewall too',
    { after: 50, refusal: page, guardsTokens: true },
  ],
  [
    '429 with a Retry-After beyond the deadline',
    { after: 50, refusal: { ...tooMany, headers: later } },
  ],
  [
    '403 with a Retry-After beyond the deadline',
    { after: 50, refusal: { ...page, headers: later } },
  ],
];

const rootCause =
  /^A firewall in front of 127\.0\.0\.1 has banned this client: since \d{4}-.+Z, after \d+ requests of which \d+ were refused, all \d endpoints asked refuse .+ with (403|406|429).+ 3 further requests in \d+ s\. .+exception for this client.+--rate \d+\. See \S+#bans\.$/;

describe('a ban of the tester that does not end is inconclusive, with this root cause', () => {
  test.each(sample('lasting bans', lasting, 1))('%s', async (_what, rules) => {
    const { result, banned, bans } = await certifyBehind(rules, 30);
    expect(bans()).toBe(1);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(result.verdict).toBe('inconclusive');
    expect(result.obstacle).toMatch(rootCause);
    expect(banned.length).toBeLessThanOrEqual(20);
    // The last three requests come with growing pauses.
    const [first = 0, ...gaps] = banned.slice(-4).map((at, nth, all) => at - (all[nth - 1] ?? at));
    expect([first, ...gaps]).toEqual([first, ...gaps].toSorted((one, other) => one - other));
  });
});

const ending: readonly Case[] = [
  ['after a fixed time', { after: 150, refusal: page, ms: 1_500 }],
  ['each request prolongs it', { after: 150, refusal: gatewayJson, ms: 900, prolongs: true }],
  [
    '429 with Retry-After',
    { after: 250, refusal: { ...tooMany, headers: { 'Retry-After': '2' } }, ms: 2_000 },
  ],
];

describe('after a ban of the tester that ends, the run goes on as if there had been none', {
  timeout: 240_000,
}, () => {
  const claim = ['learn', 'daily-summaries', 'cash'] as const;
  let alone: ReturnType<typeof certify> | undefined;
  test.each(sample('bans that end', ending, 1))('%s', async (_what, rules) => {
    const { result, bans } = await certifyBehind(rules, 600, claim);
    expect(bans()).toBeGreaterThan(0);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(result.obstacle).toBeUndefined();
    const isNotice =
      /^A firewall banned this client for a while: it refused (a request|\d+ requests), which the run sent/;
    expect(result.notices.filter((notice) => isNotice.test(notice))).toHaveLength(
      rules.refusal.status === 429 ? 0 : 1,
    );
    alone ??= certify([], { claim });
    expect(withOutcome(result, 'pass')).toEqual(withOutcome((await alone).result, 'pass'));
  });
});

test('shards whose tester is banned merge into an inconclusive result with this root cause', async () => {
  const shards: Certified[] = [];
  for (const index of [1, 2]) {
    // Two simulated servers with one seed would give errors the same ids.
    const compose = [
      firewall({ after: 30, refusal: page }).compose,
      override('responseId', () => () => randomUUID()),
    ];
    const config = { deadlineS: 15, shard: { index, total: 2 } };
    shards.push(await simulate({ compose, config }));
  }
  const result = mergedResult(shards);
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(result.verdict).toBe('inconclusive');
  expect(result.obstacle).toMatch(/has banned this client/);
  expect(shards.map((shard) => shard.result.obstacle)).toContain(result.obstacle);
});

type Change = (visit: Visit, response: Response) => Response | undefined;

/** Changes responses of the service itself, from the `from`-th request to the API on. */
function respondingWith(change: Change, from: number): Compose {
  return override('respond', (original) => {
    let requests = 0;
    return async (visit, response) => {
      const came = await original(visit, response);
      return (visit.endpoint !== 'token' && ++requests > from && change(visit, came)) || came;
    };
  });
}

const blocked = () =>
  new Response('<html><h1>Access denied</h1></html>', { status: 403, headers: page.headers ?? {} });
const isFirst = ({ request }: Visit) => request.headers.get('x-user-id') === users.first.id;
const defects: readonly (readonly [
  what: string,
  from: number,
  change: Change,
  requirement: string,
])[] = [
  [
    'all refusals are pages of one form',
    0,
    (_, { status }) => (status < 400 ? undefined : blocked()),
    'errors/json',
  ],
  [
    'the same 403 with an ApiError',
    300,
    (visit) => visit.parts.error(visit, { status: 403, message: 'Blocked' }),
    'robustness/still-alive',
  ],
  [
    'one endpoint refuses',
    60,
    ({ endpoint }) => (endpoint === 'portfolios' ? blocked() : undefined),
    'errors/json',
  ],
  [
    'one user is refused',
    400,
    (visit) => (isFirst(visit) ? blocked() : undefined),
    'robustness/still-alive',
  ],
  [
    'a 500',
    300,
    () => new Response('<h1>Access denied</h1>', { status: 500 }),
    'http/no-server-error',
  ],
];

describe('what looks like a ban of the tester and is none stays a finding', {
  timeout: 240_000,
}, () => {
  const isNoBan = { obstacle: undefined, interrupted: undefined };

  test.each(sample('defects like a ban', defects, 1))(
    '%s',
    async (_what, from, change, requirement) => {
      const { result } = await certify(respondingWith(change, from), { deadlineS: 300 });
      const { obstacle, interrupted } = result;
      expect({ obstacle, interrupted }).toEqual(isNoBan);
      expect(withOutcome(result, 'fail')).toContain(requirement);
    },
  );

  test('the only endpoint of the claim refuses', async () => {
    const refusing = respondingWith(
      ({ endpoint }) => (endpoint === 'cash' ? blocked() : undefined),
      12,
    );
    const only = ['cash/*', 'errors/json', 'robustness/still-alive'];
    const { result } = await certify(refusing, { claim: ['cash'], only, deadlineS: 60 });
    const { obstacle, interrupted } = result;
    expect({ obstacle, interrupted }).toEqual(isNoBan);
    expect(withOutcome(result, 'fail')).toEqual(
      expect.arrayContaining(['errors/json', 'robustness/still-alive']),
    );
  });
});

test('a firewall that refuses single requests gets few further requests', {
  timeout: 240_000,
}, async () => {
  const compose = respondingWith((_, { status }) => (status < 400 ? undefined : blocked()), 0);
  const { evidence } = await simulate({ compose, config: { deadlineS: 300 } });
  const exchanges = [...evidence.exchanges.values()];
  const pages = exchanges.filter((one) => isAnswered(one) && one.answer.status === 403);
  const further = exchanges.filter(({ key }) => key.step === 'still-served');
  expect(further.length).toBeLessThan(pages.length / 10);
});
