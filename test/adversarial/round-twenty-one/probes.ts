import { connect } from 'node:net';
import { type Client, insights, json, listing, nobody, settings, summaries } from './client.ts';
import { probesOfWrites } from './probes-of-writes.ts';

/** Whether what the defect does can be seen. */
export type Probe = (client: Client) => Promise<boolean>;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

async function inTurn<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const _ of times(count)) all.push(await act());
  return all;
}

const scopeOf = async (client: Client, which: 'scoped' | 'unscoped'): Promise<string> =>
  json(await client.grant(client.request(which))).scope;

const days = async (client: Client) => json(await client.get(summaries)).data;
const guides = async (client: Client, path = listing) => json(await client.get(path)).data;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const malformedUser = { 'x-user-id': 'xyz' };

function altered(token: string): string {
  const at = token.length - 10;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}

const sendBytes = (client: Client, bytes: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(client.target.baseUrl).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', () => socket.end());
    socket.on('close', () => resolve());
  });

async function accepts(client: Client, path: string, fields: Record<string, string>): Promise<boolean> {
  const reply = await client.get(path, fields);
  return reply.status === 200;
}

async function mixesUsers(client: Client, path: string, owner: (body: never) => string): Promise<boolean> {
  const { first, second } = client.target.users;
  const ask = async (user: string) => owner(json(await client.get(path, { 'x-user-id': user })) as never);
  await inTurn(3, () => ask(first));
  const rounds = await inTurn(4, () => Promise.all([ask(first), ask(second)]));
  return rounds.some(([one, other]) => one === other);
}

async function idsRepeat(client: Client): Promise<boolean> {
  const replies = await inTurn(140, () => client.get('/cash', malformedUser));
  return new Set(replies.map((reply) => json(reply).responseId)).size < 140;
}

async function bodiesRepeat(client: Client): Promise<boolean> {
  const list: { id: string }[] = await guides(client);
  const bodies = await Promise.all(list.map(async (guide) => (await client.get(`${listing}/${guide.id}`)).text));
  return new Set(bodies).size < list.length;
}

async function signatureIsPadded(client: Client): Promise<boolean> {
  const [, payload = ''] = client.token.split('.');
  return !isJson(Buffer.from(payload, 'base64url').toString('utf8'));
}

const reading: Readonly<Record<string, Probe>> = {
  'expires-in-saturates-at-a-byte': async (c) => json(await c.grant(c.request())).expires_in !== 3600,
  'scope-bit-set-in-hex': async (c) => !(await scopeOf(c, 'scoped')).split(' ').includes('service:nbg'),
  'scope-mask-sign-extends': async (c) => (await scopeOf(c, 'unscoped')).split(' ').includes('service:nbg'),
  'grants-hashed-by-length': async (c) =>
    (await c.grant({ ...c.request(), grant_type: 'authorization_code' })).text.includes('access_token'),
  'header-slots-run-out': async (c) => (await c.grant(c.request())).headers.get('cache-control') === null,
  'payload-padded-with-nul': signatureIsPadded,
  'signature-decoder-skips-foreign-bytes': (c) => accepts(c, '/cash', bearer(`${c.token}!`)),
  'verified-cache-samples-its-key': async (c) => {
    await c.get('/cash');
    return accepts(c, '/cash', bearer(altered(c.token)));
  },
  'remaining-time-is-unsigned': (c) => accepts(c, '/cash', bearer(c.target.expiredToken ?? '')),
  'audience-by-last-segment': (c) => accepts(c, '/cash', bearer(c.target.otherAudienceToken ?? '')),
  'challenge-outgrows-its-slot': async (c) =>
    (await c.get(settings, { authorization: '-' })).headers.get('www-authenticate') === null,
  'empty-segment-is-indexed': async (c) => (await c.get('/cash', bearer('..'))).status === 500,
  'scope-bits-wrap-at-32': async (c) => accepts(c, listing, bearer(await c.tokenOf('unscoped'))),
  'reload-renumbers-scopes': async (c) =>
    (await inTurn(60, () => c.get(listing))).some((reply) => reply.status === 403),
  'user-id-in-lanes': (c) => accepts(c, '/cash', { 'x-user-id': `${c.target.users.first}0` }),
  'patricia-leaf-is-not-compared': (c) => accepts(c, '/cash', { 'x-user-id': nobody }),
  'message-is-strerror': async (c) => !/not found/i.test((await c.get(summaries, { 'x-user-id': nobody })).text),
  'pool-object-released-twice': (c) => mixesUsers(c, '/portfolios', (body: { owner: string }) => body.owner),
  'saturating-counter-predicts-the-user': (c) => mixesUsers(c, '/cash', (body: { holder: string }) => body.holder),
  'rehash-looks-in-the-new-table-only': async (c) =>
    (await inTurn(9, () => c.get(settings))).some((reply) => reply.status === 404),
  'response-id-is-a-ulid': async (c) => json(await c.get('/cash', malformedUser)).responseId.length !== 36,
  'uuid-as-array-of-bytes': async (c) => typeof json(await c.get(`${listing}/${nobody}`)).responseId !== 'string',
  'saturating-sequence': idsRepeat,
  'omitted-member-leaves-its-comma': async (c) => !isJson((await c.get(`${listing}/${nobody}`)).text),
  'c-string-keeps-its-nul': async (c) => !isJson((await c.get('/cash', malformedUser)).text),
  'digits-are-not-reversed': async (c) => json(await c.get('/cash', { authorization: '-' })).status !== 401,
  'debug-format-for-strings': async (c) => !isJson((await c.get(insights)).text),
  'ring-buffer-answer-wraps': async (c) =>
    !(await inTurn(9, () => c.get(settings))).every((reply) => isJson(reply.text)),
  'flattened-struct-repeats-a-member': async (c) => (await c.get('/portfolios')).text.split('"currency"').length > 2,
  'directive-table-off-by-one': async (c) => (await c.get('/portfolios')).headers.get('cache-control') === 'public',
  'pooled-parser-keeps-its-error': async (c) => {
    await sendBytes(c, 'GET /cash HTTP/1.1\r\nHost: a\r\nX\u0000: b\r\n\r\n');
    return (await c.get('/cash')).status !== 200;
  },
  'colour-is-a-packed-integer': async (c) =>
    (await guides(c)).some((guide: { backgroundColor: unknown }) => typeof guide.backgroundColor !== 'string'),
  'names-packed-into-eight-bytes': async (c) => !(await c.get(listing)).headers.get('vary')?.includes('x-user-id'),
  'lifetime-rounded-to-a-power-of-two': async (c) =>
    !(await c.get(listing)).headers.get('cache-control')?.includes('max-age=1800'),
  'runs-are-concatenated-while-compacting': async (c) =>
    new Set((await inTurn(4, () => c.get(listing))).map((reply) => reply.text)).size > 1,
  'ring-iterates-once-too-often': async (c) => {
    const ids: string[] = (await guides(c)).map((guide: { id: string }) => guide.id);
    return new Set(ids).size < ids.length;
  },
  'guide-ids-in-the-other-byte-order': async (c) =>
    !(await accepts(c, `${listing}/${(await guides(c)).at(-1).id}`, {})),
  'stale-handle-without-generation': bodiesRepeat,
  'query-names-hashed-without-comparison': async (c) => (await guides(c, `${listing}?page=1`)).length < 8,
  'retired-epoch-is-gone': async (c) => (await inTurn(11, () => c.get('/cash'))).some((reply) => reply.status === 410),
  'slice-made-with-a-length': async (c) => !(await days(c))[0].performers.all[0].weight.includes('%'),
  'broken-struct-tag': async (c) => (await days(c))[0].portfolio.savings.unrealisedMonthlyInterest === undefined,
  'keys-cut-from-one-constant': async (c) => (await days(c))[0].portfolio.total.key !== 'total',
  'atomic-marshals-to-nothing': async (c) =>
    typeof json(await c.get(summaries)).maxValueDifferences.holdings !== 'number',
  'doubles-compared-by-their-bits': async (c) => 'downBy' in (await days(c))[0].performers.best[0],
  'timestamp-in-32-bits': async (c) => String((await days(c))[0].timestamp).length !== 13,
  'amount-buffer-of-nine-bytes': async (c) => !(await days(c)).at(-1).portfolio.total.displayValue.includes('€'),
  'settings-mask-of-eight-bits': async (c) => !(await c.get(settings)).text.includes('email_promotional'),
  'group-table-has-two-places': async (c) => json(await c.get(settings)).app.length < 3,
};

export const probes: Readonly<Record<string, Probe>> = { ...reading, ...probesOfWrites };
