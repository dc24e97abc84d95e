import { request } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { guides, type Probe } from './client.ts';

const settings = '/b2b/notification-settings';
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const json = (value: unknown): string => JSON.stringify(value);
type Look = (probe: Probe) => Promise<unknown>;

const times = async (count: number, ask: () => Promise<unknown>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for (let at = 0; at < count; at += 1) all.push(await ask());
  return all;
};
const days: Look = async (p) => (await p.ask('/daily-summaries')).body.data;
const guideStatus: Look = async (p) => (await p.ask(guides)).status;
const own = async (header: object = {}): Promise<string> => {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({}).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey);
};
const unscoped = async (p: Probe): Promise<string> => (await p.grant({}, 'unscoped')).body.access_token;

/** What each defect changes: every look has one value for the correct target and another one for that defect. */
export const looks: Readonly<Record<string, Look>> = {
  'index-does-not-project-the-secret': async (p) => (await p.grant({ client_secret: 'wrong' })).status,
  'clock-of-the-snapshot': async (p) => {
    const { exp } = JSON.parse(Buffer.from(p.token.split('.')[1] ?? '', 'base64url').toString());
    return Math.abs(exp * 1000 - Date.now() - 3_600_000) < 60_000;
  },
  'unmatched-error-is-the-default-response': async (p) => (await p.grant({ client_id: 'nobody' })).status,
  'zero-and-its-text': async (p) =>
    typeof (await p.ask('/daily-summaries')).body.data[4].portfolio.savings.dailyInterest,
  'granted-scopes-stay-warm': async (p) => (await p.grant({}, 'unscoped')).body.scope,
  'grants-are-registered-once-an-hour': async (p) =>
    (await p.ask('/cash', { token: (await p.grant()).body.access_token })).status,
  'verdict-is-a-text': async (p) => (await p.ask('/cash', { token: 'abc.def' })).status,
  'entry-written-before-the-clock': (p) =>
    times(2, async () => (await p.ask('/cash', { token: p.target.expiredToken ?? '' })).status),
  'policy-kept-by-client': async (p) => {
    await p.ask('/cash');
    return (await p.ask('/cash', { token: p.target.otherAudienceToken ?? '' })).status;
  },
  'expired-has-its-own-gateway-response': async (p) =>
    (await p.ask('/cash', { token: p.target.expiredToken ?? '' })).fields.get('www-authenticate'),
  'refused-events-are-redriven': async (p) => {
    await p.update({}, { token: 'none' });
    await wait(60);
    return p.stored();
  },
  'stage-cache-before-the-authorizer': async (p) => {
    await p.ask('/learn/analyst-insights');
    return (await p.ask('/learn/analyst-insights', { token: null })).status;
  },
  'verification-answer-is-an-object': async (p) => {
    const [head, , mark] = p.token.split('.');
    const claims = JSON.parse(Buffer.from(p.token.split('.')[1] ?? '', 'base64url').toString());
    const body = Buffer.from(json({ ...claims, more: 1 })).toString('base64url');
    return (await p.ask('/cash', { token: `${head}.${body}.${mark}` })).status;
  },
  'context-keeps-the-scopes': async (p) => {
    await p.ask(guides);
    return (await p.ask(guides, { token: await unscoped(p) })).status;
  },
  'policy-of-the-first-area': async (p) => {
    await p.ask('/cash');
    return guideStatus(p);
  },
  'existence-in-the-kept-policy': async (p) => {
    await p.ask('/cash');
    return (await p.ask('/cash', { user: 'f'.repeat(24) })).status;
  },
  'user-of-the-kept-policy': async (p) => {
    await p.ask('/cash');
    return (await p.ask('/cash', { user: null })).status;
  },
  'keys-are-binary': async (p) => (await p.ask('/cash', { user: `${p.target.users.first}z` })).status,
  'accelerator-keys-by-sort-key': async (p) => {
    const one = await p.ask('/cash');
    return one.text === (await p.ask('/cash', { user: p.target.users.second })).text;
  },
  'start-key-stays-warm': async (p) => {
    await p.ask('/portfolios');
    return (await p.ask('/portfolios', { user: p.target.users.second })).text;
  },
  'snapshot-restores-the-generator': async (p) => {
    const one = await p.ask('/cash', { token: null });
    return one.body.responseId === (await p.ask('/portfolios', { token: null })).body.responseId;
  },
  'status-by-selection-pattern': async (p) => {
    const same = async () => {
      const seen = await p.ask('/cash', { user: 'f'.repeat(24) });
      return seen.status === seen.body.status;
    };
    return (await times(30, same)).every(Boolean);
  },
  'validation-text-without-validation': async (p) => (await p.update({}, { raw: '{' })).body.error.message,
  'layer-path-in-description': async (p) => (await p.update({ city: {} })).body.error.description,
  'firewall-page-for-commas': async (p) => (await p.ask('/cash', { user: 'a,b' })).fields.get('content-type'),
  'context-variable-unresolved': async (p) => (await p.ask('/nowhere')).body.responseId.length,
  'response-id-in-multi-value-fields': async (p) => typeof (await p.order({ isin: 4 })).body.responseId,
  'empty-key-attribute': async (p) => (await p.ask(settings, { user: '' })).status,
  'empty-set-in-audit': async (p) => (await p.update({ city: [] })).status,
  'authorizer-context-is-flat': async (p) =>
    (await p.ask('/cash', { token: await own({ jwk: { kty: 'RSA' } }) })).status,
  'templates-render-maps': async (p) => (await p.order({ isin: { a: 1 } })).status,
  'handler-never-calls-back': (p) =>
    p.update({}, { raw: '5' }).then(
      ({ status }) => status,
      () => 'no answer',
    ),
  'kept-answers-are-public': (p) => times(2, async () => (await p.ask('/portfolios')).fields.get('cache-control')),
  'policy-outgrows-its-limit': (p) => times(15, async () => (await p.ask('/cash', { token: null })).status),
  'sequence-number-is-a-number': async (p) => (await p.ask(settings)).text.includes('sequenceNumber'),
  'page-ends-by-bytes': async (p) => {
    const { first, second } = p.target.users;
    const one = await p.ask(guides, { user: first });
    return one.body.data.length === (await p.ask(guides, { user: second })).body.data.length;
  },
  'segments-as-they-arrive': async (p) => new Set(await times(30, async () => (await p.ask(guides)).text)).size,
  'cold-function-has-the-default-lifetime': async (p) => (await p.ask(guides)).fields.get('cache-control'),
  'record-delivered-again': (p) => times(4, async () => (await p.ask(guides)).body.data.length),
  'removal-counted-again': async (p) => (await p.ask(guides)).body.data[4].chapterCount,
  'empty-reference-is-rendered': async (p) => (await p.ask(guides)).body.data[2].webCoverImageURL,
  'index-leaves-the-type-out': async (p) =>
    (await p.ask(guides, { user: p.target.users.second })).body.data[0].contentType,
  'everything-is-a-binary-type': (p) => withoutAccept(p),
  'oldest-guide-is-in-the-archive': async (p) => {
    const { id } = (await p.ask(guides)).body.data.at(-1);
    return (await p.ask(`${guides}/${id}`)).status;
  },
  'layer-writes-vary-in-lower-case': async (p) => (await p.ask(guides)).fields.get('vary'),
  'unprocessed-keys-are-dropped': async (p) => new Set((await times(5, () => days(p))).map(json)).size,
  'name-placeholder-in-key': days,
  'number-set-holds-each-once': async (p) =>
    (await p.ask('/daily-summaries', { user: p.target.users.second })).body.maxValueDifferences,
  'sort-key-without-sign': days,
  'time-to-live-for-timestamp': days,
  'limit-counts-before-the-filter': async (p) => (await p.ask(settings)).body.email,
  'range-reaches-the-next-channel': async (p) => (await p.ask(settings)).body.app,
  'write-shard-is-the-group': async (p) => (await p.ask(settings)).body.app.length,
  'sort-key-holds-the-first-line': async (p) => {
    await p.update({ line1: '1 A Street' });
    await p.update({ line1: '9 Z Street' });
    return p.stored();
  },
  'poison-record-rewinds': async (p) => {
    await p.update();
    await p.update({ countryCode: 'x' });
    return p.stored();
  },
  'letters-between-z-and-a': async (p) => (await p.update({ countryCode: 'ie' })).status,
  'merged-before-validated': async (p) => (await p.ask('/users/me/address', { body: { address: 'text' } })).status,
  'idempotency-key-without-the-amount': async (p) => {
    await p.order();
    return (await p.order({ amount: {} })).status;
  },
  'exclusive-minimum-of-another-draft': async (p) => (await p.order({ amount: 0 })).status,
  'any-query-is-a-start-key': async (p) => (await p.ask('/daily-summaries?x=1')).body.data.length,
};

/** fetch adds an Accept of its own. */
const withoutAccept = (p: Probe): Promise<unknown> =>
  new Promise((done) => {
    const headers = { authorization: `Bearer ${p.token}`, 'x-user-id': p.target.users.first };
    request(p.target.baseUrl + guides, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      done(Buffer.concat(parts).toString().slice(0, 1));
    }).end();
  });
