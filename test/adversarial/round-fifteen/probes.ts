import { Agent, request } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import type { Seen, Visitor } from './visitor.ts';

/** Looks at what a defect changes. */
type Probe = (visitor: Visitor) => Promise<unknown>;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nobody = '0123456789abcdef01234567';
const GUIDES = '/learn/learning-guides';
const INSIGHTS = '/learn/analyst-insights';
const SETTINGS = '/b2b/notification-settings';
const ADDRESS = '/users/me/address';
const ORDERS = '/api/m2m/investments/orders';

export const address = { line1: 'Ny Vej 3', line2: '1', city: 'Odense', postalCode: 5000, countryCode: 'DK' };
export const order = { isin: 'IE00B4L5Y983', side: 'buy', amount: 25 };

const patch = ({ ask }: Visitor, change: unknown, token?: string | null): Promise<Seen> =>
  ask(ADDRESS, { method: 'PATCH', body: { address: change }, ...(token !== undefined && { token }) });

const place = ({ ask }: Visitor, body: unknown): Promise<Seen> => ask(ORDERS, { method: 'POST', body });

const part = (token: string, at: number): Record<string, unknown> | undefined => {
  const text = Buffer.from(token.split('.')[at] ?? '', 'base64url').toString();
  return text ? JSON.parse(text) : undefined;
};

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const forged = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ scope: 'service:nbg' }).setProtectedHeader({ alg: 'ES256', kid: 'fjord-1' }).sign(privateKey);
};

const unanswered = ({ target, token }: Visitor): Promise<boolean> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'x-user-id': target.users.first };
    const sent = request(`${target.baseUrl}/cash`, { method: 'PUT', headers, agent: false, timeout: 400 }, (answer) => {
      answer.resume();
      resolve(false);
    });
    sent.on('timeout', () => {
      sent.destroy();
      resolve(true);
    });
    sent.on('error', () => resolve(true));
    sent.end();
  });

const newest = async ({ ask }: Visitor, day: number) => (await ask('/daily-summaries')).json.data[day];
const guide = async ({ ask }: Visitor, at: number) => (await ask(GUIDES)).json.data[at];
const lifetime = async ({ ask }: Visitor) => (await ask(GUIDES)).headers['cache-control'];
const errorOf = ({ json }: Seen) => json?.error;

const ownByConcurrency: Probe = async ({ ask, target }) => {
  const users = [target.users.first, target.users.second];
  const alone = [await ask('/portfolios'), await ask('/portfolios', { user: target.users.second })];
  const together = await Promise.all(users.map((user) => ask('/portfolios', { user })));
  return together.every(({ text }, at) => text === alone[at]?.text);
};

export const probes: Readonly<Record<string, Probe>> = {
  'session-numbers-begin-anew-with-the-actor': async ({ ask, grant }) => {
    await ask('/cash');
    await later(260);
    return (await ask('/cash', { token: (await grant()).json.access_token })).status;
  },
  'lists-of-two-layers-are-merged-by-index': async ({ grant }) => (await grant({}, 'unscoped')).json.scope,
  'payload-stays-with-the-client-actor': async ({ token, ask }) => [
    token.split('.')[1] === '',
    (await ask('/cash')).status,
  ],
  'expiry-counts-from-the-issue': async ({ token, target, ask }) => [
    Number(part(token, 1)?.['exp']) > 1e6,
    (await ask('/cash')).status,
    (await ask('/cash', { token: target.expiredToken ?? '' })).status,
  ],
  'token-is-handed-out-before-the-verdict': async ({ grant }) =>
    typeof (await grant({ client_secret: 'another' })).json.access_token,
  'supervisor-resumes-with-the-last-verdict': async ({ ask }) => {
    await ask('/cash');
    return (await ask('/cash', { token: await forged() })).status;
  },
  'unsecured-tokens-are-guests': async ({ ask, token }) =>
    (await ask('/cash', { token: `${encoded({ alg: 'none' })}.${token.split('.')[1]}.` })).status,
  'timer-of-the-past-never-fires': async ({ ask, target }) =>
    (await ask('/cash', { token: target.expiredToken ?? '' })).status,
  'expired-sessions-are-timed-out-logins': async ({ ask, target }) =>
    (await ask('/cash', { token: target.expiredToken ?? '' })).status,
  'authorized-party-stands-for-the-audience': async ({ ask, target }) =>
    (await ask('/cash', { token: target.otherAudienceToken ?? '' })).status,
  'method-of-the-sibling-branch-goes-first': async (visitor) => (await patch(visitor, address, null)).status,
  'empty-scope-is-above-all-others': async ({ ask, unscoped }) => (await ask(GUIDES, { token: unscoped })).status,
  'message-without-an-entity-goes-to-the-pool': async ({ ask }) => (await ask('/cash', { user: null })).status,
  'entity-that-does-not-answer-times-out': async ({ ask }) => (await ask('/daily-summaries', { user: nobody })).status,
  'message-is-the-class-of-the-rejection': async ({ ask }) => errorOf(await ask('/daily-summaries', { user: nobody })),
  'answer-goes-to-the-latest-sender': ownByConcurrency,
  'connection-belongs-to-the-shard-of-its-first-user': async ({ ask, target }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await ask('/cash', { agent });
    const { status } = await ask('/cash', { agent, user: target.users.second });
    agent.destroy();
    return status;
  },
  'child-keeps-its-name-while-it-stops': async ({ ask }) =>
    (await Promise.all([1, 2, 3, 4].map(() => ask(INSIGHTS)))).some(({ status }) => status === 500),
  'supervisor-gives-up-after-eight-restarts': async (visitor) => {
    for (let left = 8; left > 0; left -= 1) await patch(visitor, { ...address, countryCode: 'dk' });
    return (await patch(visitor, address)).status;
  },
  'negative-remainder-is-no-shard': async ({ ask }) => {
    const ids = Array.from({ length: 16 }, (_, at) => at.toString(16).repeat(24));
    return (await Promise.all(ids.map((user) => ask('/cash', { user })))).some(({ status }) => status === 500);
  },
  'side-that-is-no-case-is-not-matched': async (visitor) => (await place(visitor, { ...order, side: 'hold' })).status,
  'method-rejection-is-not-handled': unanswered,
  'response-ids-count-from-the-start-of-an-actor': async ({ ask }) => {
    const id = async (user: string) => (await ask('/cash', { user })).json.responseId;
    const first = await id(nobody);
    await id(`${nobody}0`);
    return first === (await id(nobody));
  },
  'what-a-query-reads-comes-from-the-write-side': async ({ ask }) => (await ask('/cash?page=2')).text,
  'refused-stream-is-a-server-sent-event': async ({ ask }) =>
    (await ask(INSIGHTS, { token: null })).headers['content-type'],
  'sum-codec-names-the-case-around-it': async ({ ask }) => Object.keys((await ask(`${GUIDES}/${nobody}`)).json),
  'optional-description-is-a-list-of-at-most-one': async ({ ask }) => errorOf(await ask('/cash', { token: null })),
  'status-of-the-first-of-several-rejections': async (visitor) => (await patch(visitor, null)).json.status,
  'bytes-of-a-response-id-carry-their-sign': async ({ ask }) =>
    (await ask('/cash', { token: null })).json.responseId.length,
  'unmatched-path-wants-a-body-of-the-last-branch': async ({ ask }) => (await ask('/no/such/path')).status,
  'streamed-portfolios-are-a-json-sequence': async ({ ask }) => (await ask('/portfolios')).headers['content-type'],
  'type-of-the-case-and-member-named-type': async ({ ask }) =>
    (await ask('/portfolios')).text.match(/"type":/g)?.length,
  'large-answers-are-left-to-the-edge': async ({ ask }) => (await ask('/daily-summaries')).headers['cache-control'],
  'shelf-that-recovers-is-null': async ({ ask }) => {
    await ask(GUIDES);
    await later(220);
    return (await ask(GUIDES)).json.data === null;
  },
  'colour-is-a-derived-product': async (visitor) => typeof (await guide(visitor, 3)).backgroundColor,
  'imported-id-in-extended-json': async (visitor) => typeof (await guide(visitor, 5)).id,
  'guide-encoded-as-itself-has-no-case': async (visitor) => (await guide(visitor, 1)).contentType,
  'field-named-after-its-class': lifetime,
  'lifetime-grows-while-nothing-changes': async (visitor) => [await lifetime(visitor), await lifetime(visitor)],
  'lifetime-is-what-the-snapshot-has-left': async (visitor) => {
    await lifetime(visitor);
    await later(1200);
    return lifetime(visitor);
  },
  'vary-is-a-json-list': async ({ ask }) => (await ask(GUIDES)).headers['vary'],
  'shelf-is-listed-as-its-heap-lies': async ({ ask }) => {
    const texts = [await ask(GUIDES), await ask(GUIDES), await ask(GUIDES)].map(({ text }) => text);
    return [texts[0] === texts[1], texts[0] === texts[2]];
  },
  'routees-of-halves-take-turns': async ({ ask }) => {
    const { json } = await ask(GUIDES);
    const path = `${GUIDES}/${json.data[0].id}`;
    return [(await ask(path)).status, (await ask(path)).status];
  },
  'label-is-a-case-object': async (visitor) => (await newest(visitor, 2)).sentimentScore.news.label,
  'archived-performers-are-tuples': async (visitor) => Array.isArray((await newest(visitor, 0)).performers.all[0]),
  'key-is-a-symbol': async (visitor) => (await newest(visitor, 1)).portfolio.savings.key,
  'difference-is-a-range': async ({ ask }) => (await ask('/daily-summaries')).json.maxValueDifferences.holdings,
  'asset-that-moved-twice-has-two-directions': async (visitor) => (await newest(visitor, 3)).performers.all[0].upBy,
  'newest-day-by-the-monotonic-clock': async (visitor) => `${(await newest(visitor, 4)).timestamp}`.length,
  'amount-too-wide-for-its-column': async (visitor) => (await newest(visitor, 4)).portfolio.total.displayValue,
  'percent-sign-escaped-for-a-page': async (visitor) => (await newest(visitor, 4)).performers.best[0].weight,
  'notifications-are-grouped-in-pairs': async ({ ask }) => (await ask(SETTINGS)).json.app[1].notifications.length,
  'channels-named-by-their-cases': async ({ ask }) => Object.keys((await ask(SETTINGS)).json),
  'stream-is-taken-while-on': async ({ ask }) => (await ask(SETTINGS)).json.app[1].notifications.length,
  'product-is-read-by-position': async (visitor) => (await patch(visitor, [])).status,
  'country-is-what-the-locale-library-takes': async (visitor) =>
    (await patch(visitor, { ...address, countryCode: 'dk' })).status,
  'snapshots-found-by-sequence-number': async (visitor) => {
    await patch(visitor, address);
    return (await visitor.readAddress(visitor.target.users.second)).text;
  },
  'replay-applies-the-refused-command': async (visitor) => {
    await patch(visitor, { ...address, line1: [] });
    return (await visitor.readAddress(visitor.target.users.first)).text;
  },
  'decimal-needs-its-point': async (visitor) => (await place(visitor, order)).status,
  'text-alone-is-searched-for': async (visitor) => (await place(visitor, 'anything')).status,
};
