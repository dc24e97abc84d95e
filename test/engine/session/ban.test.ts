import { describe, expect, onTestFinished, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';
import { checkShards, mergeShards } from '../../../cli/shards.ts';
import { isAnswered } from '../../../engine/exchange/exchange.ts';
import { users } from '../../../fixtures/reference/data/users.ts';
import {
  type Compose,
  override,
  startReference,
  type Visit,
} from '../../../fixtures/reference/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { sample } from '../../scope.ts';
import {
  gatewayJson,
  notAcceptable,
  page,
  type Rules,
  startFirewall,
  tooMany,
} from './firewall.ts';
import {
  type Certified,
  certifyTarget,
  configFor,
  judgedAgain,
  resultOf,
  withOutcome,
} from './in-process.ts';

// cds-snc/platform-forms-client#5601: a load test met the firewall in front of its own target,
// which banned the tester. A firewall responds to a banned client in place of the service, so no
// requirement may judge what it sends.

async function startBehind(rules: Rules) {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  return startFirewall(reference, rules);
}

async function certifyBehind(rules: Rules, deadlineS: number) {
  const firewall = await startBehind(rules);
  return { ...(await certifyTarget(configFor(firewall.guarded, { deadlineS }))), ...firewall };
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
  /^A firewall in front of 127\.0\.0\.1:\d+ has banned this client: since \d{4}-.+Z, after \d+ requests of which \d+ were refused, all \d endpoints asked refuse .+ with (403|406|429).+ 3 further requests in \d+ s\. .+exception for this client.+--rate \d+\. See \S+#bans\.$/;

describe('a ban of the tester that does not end is inconclusive, with this root cause', () => {
  test.each(sample('lasting bans', lasting, 1))('%s', { timeout: 60_000 }, async (_what, rules) => {
    const { result, evidence, banned, bans } = await certifyBehind(rules, 30);
    expect(bans()).toBe(1);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(result.verdict).toBe('inconclusive');
    expect(result.obstacle).toMatch(rootCause);
    expect(banned.length).toBeLessThanOrEqual(20);
    // The last three requests come with growing pauses.
    const [first = 0, ...gaps] = banned.slice(-4).map((at, nth, all) => at - (all[nth - 1] ?? at));
    expect([first, ...gaps]).toEqual([first, ...gaps].toSorted((one, other) => one - other));
    const again = await judgedAgain(evidence);
    expect(outcomeDifferences(again, result)).toEqual([]);
    expect(again.obstacle).toBe(result.obstacle);
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

describe('after a ban of the tester that ends, the run goes on as if there had been none', () => {
  test.each(sample('bans that end', ending, 1))(
    '%s',
    { timeout: 150_000 },
    async (_what, rules) => {
      const { result, evidence, bans } = await certifyBehind(rules, 90);
      expect(bans()).toBeGreaterThan(0);
      expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
      expect(result.obstacle).toBeUndefined();
      const isNotice =
        /^A firewall banned this client for a while: it refused (a request|\d+ requests), which the run sent/;
      expect(result.notices.filter((notice) => isNotice.test(notice))).toHaveLength(
        rules.refusal.status === 429 ? 0 : 1,
      );
      const { guarded } = await startBehind({ ...rules, after: Number.POSITIVE_INFINITY });
      const { result: alone } = await certifyTarget(configFor(guarded));
      expect(withOutcome(result, 'pass')).toEqual(withOutcome(alone, 'pass'));
      expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
    },
  );
});

test('shards whose tester is banned merge into an inconclusive result with this root cause', {
  timeout: 60_000,
}, async () => {
  const { guarded } = await startBehind({ after: 30, refusal: page });
  const shards: Certified[] = [];
  for (const index of [1, 2]) {
    shards.push(
      await certifyTarget(configFor(guarded, { deadlineS: 15, shard: { index, total: 2 } })),
    );
  }
  const named = shards.map(({ result, evidence: { record } }, at) => ({
    folder: `${at + 1}`,
    result,
    record,
  }));
  const [first] = checkShards(named);
  if (!first) throw new Error('there is no shard');
  const { shard: _shard, ...plan } = first.record.plan;
  const result = resultOf({ ...first.record, plan }, mergeShards(catalogue, named));
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(result.verdict).toBe('inconclusive');
  expect(result.obstacle).toMatch(/has banned this client/);
  expect(result.obstacle).toBe(first.result.obstacle);
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

describe('what looks like a ban of the tester and is none stays a finding', () => {
  test.each(sample('defects like a ban', defects, 1))(
    '%s',
    { timeout: 240_000 },
    async (_what, from, change, requirement) => {
      const reference = await startReference({ compose: respondingWith(change, from) });
      onTestFinished(() => reference.close());
      const { result, evidence } = await certifyTarget(configFor(reference, { deadlineS: 110 }));
      expect({ obstacle: result.obstacle, interrupted: result.interrupted }).toEqual({});
      expect(withOutcome(result, 'fail')).toContain(requirement);
      expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
    },
  );

  test('the only endpoint of the claim refuses', { timeout: 120_000 }, async () => {
    const refusing = respondingWith(
      ({ endpoint }) => (endpoint === 'cash' ? blocked() : undefined),
      12,
    );
    const reference = await startReference({ compose: refusing });
    onTestFinished(() => reference.close());
    const alone = {
      claim: ['cash'],
      only: ['cash/*', 'errors/json', 'robustness/still-alive'],
      deadlineS: 60,
    } as const;
    const { result, evidence } = await certifyTarget(configFor(reference, alone));
    expect({ obstacle: result.obstacle, interrupted: result.interrupted }).toEqual({});
    expect(withOutcome(result, 'fail')).toEqual(
      expect.arrayContaining(['errors/json', 'robustness/still-alive']),
    );
    expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
  });
});

test('a firewall that refuses single requests gets few further requests', {
  timeout: 120_000,
}, async () => {
  const compose = respondingWith((_, { status }) => (status < 400 ? undefined : blocked()), 0);
  const reference = await startReference({ compose });
  onTestFinished(() => reference.close());
  const { evidence } = await certifyTarget(configFor(reference, { deadlineS: 110 }));
  const exchanges = [...evidence.exchanges.values()];
  const pages = exchanges.filter((one) => isAnswered(one) && one.answer.status === 403);
  const further = exchanges.filter(({ key }) => key.step === 'still-served');
  expect(further.length).toBeLessThan(pages.length / 10);
});
