import { createPublicKey, type JsonWebKey } from 'node:crypto';
import * as jose from 'jose';
import { askToken, paths, sampleAddress, sampleOrder, type Tester } from './ask.ts';

const unknown = 'abcdefabcdefabcdefabcdef';
const flip = (token: string) =>
  token.replace(/\.[^.]+$/, (s) => `.${s.slice(1, 9) === 'AAAAAAAA' ? 'B' : 'A'.repeat(9)}${s.slice(10)}`);
const patch = ({ ask }: Tester, address: unknown) => ask(paths.address, { method: 'PATCH', body: { address } });
const patchText = ({ ask }: Tester, text: string) => ask(paths.address, { method: 'PATCH', text });
const order = ({ ask }: Tester, body: unknown) => ask(paths.orders, { method: 'POST', body });
const stored = async ({ ask }: Tester) => (await ask(paths.address)).json?.data;
const unscopedToken = async ({ target }: Tester) => (await askToken(target, 'unscoped')).json?.access_token as string;
const status = async (answer: Promise<{ status: number }>) => (await answer).status;
const payload = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

function forge(tester: Tester, header: object): string {
  const body = tester.good.split('.')[1];
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${body}.AAAA`;
}

async function confuse({ target, good }: Tester): Promise<string> {
  const { keys } = (await (await fetch(target.jwksUrl)).json()) as { keys: JsonWebKey[] };
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
  const pem = key.export({ type: 'pkcs1', format: 'pem' }) as string;
  return new jose.SignJWT(payload(good)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(pem));
}

async function portfoliosAtOnce({ target, ask }: Tester): Promise<boolean> {
  const users = [target.users.first, target.users.second];
  const alone = await Promise.all(users.map(async (user) => (await ask(paths.portfolios, { user })).text));
  const again = await Promise.all(users.map(async (user) => (await ask(paths.portfolios, { user })).text));
  const each = [(await ask(paths.portfolios)).text, (await ask(paths.portfolios, { user: target.users.second })).text];
  return alone.join() === each.join() && again.join() === each.join();
}

async function respondedIds({ ask }: Tester): Promise<number> {
  const ids = [await ask('/nowhere'), await ask('/nowhere'), await ask('/nowhere')].map((a) => a.json.responseId);
  return new Set(ids).size;
}

async function bodiesOfGuides({ ask }: Tester): Promise<number> {
  const { data } = (await ask(paths.guides)).json;
  const bodies = await Promise.all(data.map(async (g: { id: string }) => (await ask(`${paths.guides}/${g.id}`)).text));
  return new Set(bodies).size;
}

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString()).equals(bytes);

/** Gives for each defect what a correct target shows otherwise. */
export const probes: Record<string, (tester: Tester) => unknown> = {
  'token-in-envelope': (t) => Object.keys(t.first.json),
  'renewed-token-of-normalised-audience': async (t) =>
    status(t.ask(paths.cash, { token: (await askToken(t.target, 'scoped')).json.access_token })),
  'token-in-plain-base64': (t) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(t.good),
  'scope-percent-encoded': (t) => t.first.json.scope,
  'token-cache-covers-scopes': async (t) => (await askToken(t.target, 'unscoped')).json.scope,
  'token-expires-at-claim': (t) => typeof payload(t.good).exp,
  'audience-added-to-own': async (t) => status(askToken(t.target, 'scoped', 'https://else.example')),
  'validator-400-for-missing-token': (t) => status(t.ask(paths.portfolios, { token: null })),
  'bearer-prefix-stripped-repeatedly': (t) => status(t.ask(paths.cash, { authorization: `Bearer Bearer ${t.good}` })),
  'verified-token-remembered-by-prefix': async (t) => {
    await t.ask(paths.cash);
    return status(t.ask(paths.cash, { token: flip(t.good) }));
  },
  'invalid-token-is-anonymous': (t) => status(t.ask(paths.cash, { token: flip(t.good) })),
  'hmac-with-pkcs1-pem': async (t) => status(t.ask(paths.cash, { token: await confuse(t) })),
  'expiry-slides-with-activity': async (t) => {
    await t.ask(paths.cash);
    return status(t.ask(paths.cash, { token: t.target.expiredToken }));
  },
  'other-audience-421': (t) => status(t.ask(paths.cash, { token: t.target.otherAudienceToken })),
  'challenge-remapped': async (t) => (await t.ask(paths.cash, { token: null })).headers.has('www-authenticate'),
  'cached-listing-without-scope-check': async (t) => {
    await t.ask(paths.guides);
    return status(t.ask(paths.guides, { token: await unscopedToken(t) }));
  },
  'headers-of-last-forward': async (t) => {
    await t.ask(paths.notifications);
    return status(t.ask(paths.notifications, { user: null }));
  },
  'where-clause-left-out': (t) => status(t.ask(paths.cash, { user: null })),
  'user-lookalikes-read-as-digits': (t) => status(t.ask(paths.cash, { user: t.target.users.first.replace('0', 'O') })),
  'user-repeated-alike-collapsed': (t) =>
    status(t.ask(paths.cash, { user: `${t.target.users.first}, ${t.target.users.first}` })),
  'cache-key-lowercased': async (t) => {
    await t.ask(paths.guides);
    return status(t.ask(paths.guides, { user: t.target.users.first.toUpperCase() }));
  },
  'batch-answers-in-row-order': portfoliosAtOnce,
  'error-cut-to-column': async (t) => (await order(t, [])).json === undefined,
  'response-id-as-extended-json': async (t) => typeof (await order(t, [])).json.responseId,
  'status-of-grpc': async (t) => (await t.ask(paths.portfolios, { token: null })).json.status,
  'response-id-with-line-feed': async (t) => (await t.ask(paths.insights, { token: null })).json.responseId.length,
  'two-workers-one-seed': respondedIds,
  'curl-line-in-error': async (t) => (await t.ask(paths.summaries, { user: unknown })).text.includes(t.good),
  'kong-no-route': async (t) => (await t.ask('/nowhere')).json.error !== undefined,
  'raw-line-break-in-label': async (t) => (await t.ask(paths.summaries)).json === undefined,
  'emoji-in-modified-utf8': async (t) => isUtf8((await t.ask(paths.guides)).bytes),
  'decimals-of-thirty-digits': async (t) => /\.\d{20}/.test((await t.ask(paths.cash)).text),
  'query-forwarded-decoded': (t) => status(t.ask(`${paths.insights}?x=a%20b`)),
  'user-id-unescaped-in-upstream-path': (t) => status(t.ask(paths.cash, { user: 'a b' })),
  'disallowed-alg-unhandled': (t) => status(t.ask(paths.cash, { token: forge(t, { alg: 'none' }) })),
  'in-operator-on-scalar-body': (t) => status(order(t, 5)),
  'upstream-socket-dies-unretried': async (t) => {
    const seen = new Set<number>();
    for (let n = 0; n < 25; n += 1) seen.add(await status(t.ask(paths.cash)));
    return [...seen];
  },
  'jku-awaited': async (t) => {
    const token = forge(t, { alg: 'RS256', jku: 'http://127.0.0.1:9/jwks' });
    return status(t.ask(paths.cash, { token })).catch(() => 'no answer');
  },
  'rich-text-description': async (t) => typeof (await t.ask(paths.guides)).json.data[6].description,
  'chapter-count-as-long': async (t) => typeof (await t.ask(paths.guides)).json.data[13].chapterCount,
  'lifetime-of-second-language': async (t) =>
    (await t.ask(paths.guides, { user: t.target.users.second })).headers.get('cache-control'),
  'guides-oldest-version-without-accept': async (t) => Object.keys((await t.ask(paths.guides, { accept: '*/*' })).json),
  'locale-kept-per-upstream-socket': async (t) => {
    await t.ask(paths.guides);
    return (await t.ask(paths.guides, { user: t.target.users.second })).json.data[0].title;
  },
  'drafts-shown-in-translation': async (t) =>
    (await t.ask(paths.guides, { user: t.target.users.second })).json.data.length,
  'guide-joined-by-key': bodiesOfGuides,
  'malformed-guide-id-300': (t) => status(t.ask(`${paths.guides}/zzz`)),
  'unknown-guide-redirects': (t) => status(t.ask(`${paths.guides}/${unknown}`)),
  'upstream-304-passed-through': async (t) => [
    await status(t.ask(paths.summaries)),
    await status(t.ask(paths.summaries)),
    await status(t.ask(paths.summaries)),
  ],
  'american-spelling': async (t) => Object.keys((await t.ask(paths.summaries)).json.data[0].portfolio.savings),
  'key-padded-by-column': async (t) => (await t.ask(paths.summaries)).json.data[0].portfolio.cash.key,
  'consent-remembered-by-token': async (t) => {
    await t.ask(paths.summaries);
    return status(t.ask(paths.summaries, { user: t.target.users.denied }));
  },
  'active-as-since-date': async (t) => typeof (await t.ask(paths.notifications)).json.app[0].notifications[0].active,
  'groups-cut-in-threes': async (t) => (await t.ask(paths.notifications)).json.app.length,
  'unquoted-names-accepted': (t) => status(patchText(t, '{address: {"city": "x"}}')),
  'true-confirms-address': (t) => status(patch(t, true)),
  'postal-code-in-two-columns': async (t) => {
    await patch(t, { ...sampleAddress, postalCode: '1133' });
    await patch(t, sampleAddress);
    return (await stored(t)).postalCode;
  },
  'deleted-before-insert': async (t) => {
    await patch(t, { ...sampleAddress, countryCode: 'hu' });
    return stored(t);
  },
  'isin-letters-from-one': (t) => status(order(t, sampleOrder)),
  'negative-amount-sells': (t) => status(order(t, { ...sampleOrder, amount: -5 })),
  'first-number-in-query-is-limit': async (t) => (await t.ask(`${paths.summaries}?x=1`)).json.data.length,
};
