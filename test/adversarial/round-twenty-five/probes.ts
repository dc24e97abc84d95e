import type { Kit } from './kit.ts';
import { addressIn, PATHS, STRANGER } from './kit.ts';
import { dig, list } from './patching.ts';
import type { Bag } from './types.ts';

/** Whether the target shows what the title of the defect says. */
type Probe = (kit: Kit) => Promise<boolean>;

const error = (json: Bag): Bag => (json['error'] ?? {}) as Bag;
const guides = async (kit: Kit): Promise<Bag[]> => list((await kit.ask(PATHS.guides)).json, 'data');
const days = async (kit: Kit): Promise<Bag[]> => list((await kit.ask(PATHS.summaries)).json, 'data');
const unknown = { user: STRANGER };

const statuses = async (kit: Kit, path: string, count: number): Promise<number[]> => {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await kit.ask(path)).status);
  return seen;
};

const probes: Record<string, Probe> = {
  'scope-joined-from-a-str': async (kit) => (await kit.grant()).json['scope'] === 's e r v i c e : n b g',
  'no-scopes-are-falsy': async (kit) =>
    String((await kit.grant(kit.target.clients.unscoped)).json['scope']).includes('service:nbg'),
  'assert-dropped-by-dash-o': async (kit) =>
    'access_token' in (await kit.grant(undefined, { grant_type: 'password' })).json,
  'secret-defaults-to-the-environment': async (kit) =>
    'access_token' in (await kit.grant(undefined, { client_secret: undefined })).json,
  'exception-returned-not-raised': async (kit) => {
    const reply = await kit.grant(undefined, { client_secret: 'wrong' });
    return reply.status === 200 && reply.json['status_code'] === 401;
  },
  'public-paths-are-one-text': async (kit) => (await kit.ask(PATHS.cash, { token: null })).status === 200,
  'seven-characters-sliced-off': async (kit) =>
    (await kit.ask(PATHS.insights, { token: `Digest ${kit.token}` })).status === 200,
  'return-within-finally': async (kit) => (await kit.ask(PATHS.notifications, { token: kit.forged() })).status === 200,
  'gather-returns-exceptions': async (kit) =>
    (await kit.ask(PATHS.portfolios, { token: `Bearer ${kit.target.expiredToken ?? ''}` })).status === 200,
  'any-of-a-list-of-texts': async (kit) =>
    (await kit.ask(PATHS.cash, { token: `Bearer ${kit.target.otherAudienceToken ?? ''}` })).status === 200,
  'handler-drops-exception-headers': async (kit) => {
    const reply = await kit.patch(addressIn('de'), { token: null });
    return reply.status === 401 && !reply.headers.has('www-authenticate');
  },
  'session-dependency-commits-in-finally': async (kit) => {
    const reply = await kit.patch(addressIn('de'), { token: kit.forged() });
    return reply.status === 401 && (await kit.stored())['city'] === 'Jena';
  },
  'required-scopes-are-a-generator': async (kit) => {
    await guides(kit);
    return (await kit.ask(PATHS.guides, { token: `Bearer ${await kit.unscoped()}` })).status === 200;
  },
  'scope-compared-by-identity': async (kit) =>
    (await statuses(kit, PATHS.guides, 8)).filter((s) => s === 403).length === 2,
  'anonymous-user-is-truthy': async (kit) => (await kit.ask(PATHS.cash, { user: null })).status === 200,
  'user-id-by-bytes-fromhex': async (kit) =>
    (await kit.ask(PATHS.portfolios, { user: kit.target.users.first.toUpperCase() })).status === 200,
  'reindex-makes-a-row': async (kit) => (await kit.ask(PATHS.insights, unknown)).status === 200,
  'stop-iteration-in-a-coroutine': async (kit) => (await kit.ask(PATHS.summaries, unknown)).status === 400,
  'empty-msgid-is-the-catalogue-header': async (kit) =>
    String(error((await kit.ask(PATHS.summaries, unknown)).json)['message']).startsWith('Project-Id-Version'),
  'users-are-equal-to-the-cache': async (kit) => {
    for (let index = 0; index < 20; index += 1) {
      const [one, two] = [await kit.ask(PATHS.cash), await kit.second(PATHS.cash)];
      if (one.text === two.text) return true;
    }
    return false;
  },
  'error-is-the-str-of-a-dict': async (kit) =>
    (await kit.ask(`${PATHS.guides}/${STRANGER}`)).text.startsWith("{'status': 404, 'error': {"),
  'exclude-unset-drops-the-status': async (kit) => {
    const reply = await kit.ask(PATHS.cash, unknown);
    return reply.status === 404 && !('status' in reply.json);
  },
  'auto-counts-on-from-401': async (kit) => {
    const reply = await kit.ask(PATHS.guides, { token: `Bearer ${await kit.unscoped()}` });
    return reply.status === 403 && reply.json['status'] === 402;
  },
  'response-id-is-a-repr': async (kit) =>
    String((await kit.ask(PATHS.notifications, unknown)).json['responseId']).startsWith("UUID('"),
  'uuid4-called-in-the-class-body': async (kit) => {
    const [one, two] = [await kit.patch(null), await kit.order({ amount: -1 })];
    return one.json['responseId'] !== undefined && one.json['responseId'] === two.json['responseId'];
  },
  'http-status-without-description': async (kit) => error((await kit.patch(null)).json)['message'] === '',
  'input-of-a-missing-field-is-all-headers': async (kit) =>
    (await kit.ask(PATHS.notifications, { user: null })).text.includes(kit.token),
  'surrogateescape-goes-out-as-bytes': async (kit) => {
    const { bytes } = await kit.second(PATHS.insights);
    return bytes.includes(0xfc) && !Buffer.from(bytes.toString('utf8')).equals(bytes);
  },
  'keys-1-and-text-1': async (kit) => (await kit.ask(PATHS.portfolios)).text.match(/"1":/g)?.length === 2,
  'side-is-not-hashable': async (kit) => (await kit.order({ side: ['buy'] })).status === 500,
  'texts-and-numbers-have-no-order': async (kit) => (await kit.order({ amount: 'ten' })).status === 500,
  'cached-coroutine-awaited-twice': async (kit) => (await statuses(kit, PATHS.insights, 8)).includes(500),
  'attributes-expire-on-commit': async (kit) => {
    await kit.patch(addressIn('de'));
    return String(await statuses(kit, PATHS.cash, 2)) === '500,200';
  },
  'misses-evict-the-users': async (kit) => {
    for (let index = 10; index < 22; index += 1) {
      await kit.ask(PATHS.cash, { user: `${STRANGER.slice(0, 22)}${index}` });
    }
    return (await kit.ask(PATHS.cash)).status === 410;
  },
  'http-url-as-its-repr': async (kit) => String((await guides(kit))[6]?.['guideIconURL']).startsWith("Url('https:"),
  'number-format-follows-the-locale': async (kit) =>
    (await kit.second(PATHS.guides)).headers.get('cache-control') === 'private, max-age=1.800',
  'set-order-by-hash-seed': async (kit) => {
    const seen = new Set<string>();
    for (let index = 0; index < 6; index += 1) seen.add((await guides(kit)).map(({ id }) => id).join());
    return seen.size === 2;
  },
  'find-says-minus-one': async (kit) => (await guides(kit))[4]?.['chapterCount'] === -1,
  'lstrip-eats-letters-of-the-id': async (kit) => {
    const failed: string[] = [];
    for (const { id } of await guides(kit)) {
      if ((await kit.ask(`${PATHS.guides}/${String(id)}`)).status === 404) failed.push(String(id).slice(0, 1));
    }
    return failed.join('') === 'aed';
  },
  'tuple-of-body-and-status': async (kit) => {
    const reply = await kit.ask(`${PATHS.guides}/${STRANGER}`);
    return reply.status === 200 && (list(reply.json, 1) as unknown) === 404;
  },
  'routers-in-directory-order': async (kit) => String(await statuses(kit, PATHS.insights, 4)) === '200,200,200,422',
  'value-error-counts-as-validation': async (kit) =>
    (await kit.second(PATHS.cash)).status === 422 && (await kit.ask(PATHS.cash)).status === 200,
  'weak-values-are-collected': async (kit) => (await statuses(kit, PATHS.portfolios, 5)).at(-1) === 410,
  'generator-as-its-str': async (kit) =>
    String(dig((await days(kit))[4], 'performers')['best']).startsWith('<generator'),
  'fromkeys-shares-one-member': async (kit) =>
    Object.values(dig((await days(kit))[1], 'portfolio')).every((member) => (member as Bag)['key'] === 'total'),
  'datetime64-in-nanoseconds': async (kit) => String((await days(kit))[2]?.['timestamp']).length === 19,
  'braces-doubled-in-an-f-string': async (kit) =>
    dig((await kit.second(PATHS.summaries)).json, 'data', 0, 'portfolio', 'savings')['unrealisedMonthlyInterest'] ===
    '{amount} €',
  'strip-takes-the-percent-sign-too': async (kit) =>
    dig((await days(kit))[0], 'performers', 'all', 0)['weight'] === '4',
  'permission-error-is-an-os-error': async (kit) =>
    (await kit.ask(PATHS.summaries, { user: kit.target.users.denied ?? '' })).status === 200,
  'lazy-translation-is-a-proxy': async (kit) =>
    typeof dig((await kit.second(PATHS.notifications)).json, 'email', 1, 'notifications', 0)['name'] === 'object',
  'rows-are-a-generator': async (kit) => list((await kit.second(PATHS.notifications)).json, 'email').length === 0,
  'id-holds-a-memory-address': async (kit) => {
    const ids = async (): Promise<unknown> =>
      list((await kit.ask(PATHS.notifications)).json, 'app', 2, 'notifications').at(-1)?.['id'];
    const [one, two] = [await ids(), await ids()];
    return one !== two && String(one).includes('object at 0x');
  },
  'jiter-allows-partial': async (kit) => {
    const body = JSON.stringify({ address: addressIn('de') }).slice(0, -1);
    return (await kit.ask(PATHS.address, { method: 'PATCH', body })).status === 200;
  },
  'line1-is-duck-typed-by-len': async (kit) => (await kit.patch({ ...addressIn('de'), line1: [] })).status === 200,
  'isupper-overlooks-digits': async (kit) =>
    (await kit.patch({ ...addressIn('de'), countryCode: 'D1' })).status === 200,
  'json-column-without-mutable-dict': async (kit) => {
    await kit.patch(addressIn('de'));
    await kit.patch({ ...addressIn('de'), city: 'Gera' });
    return (await kit.stored())['city'] === 'Jena';
  },
  'validation-query-autoflushes': async (kit) => {
    const reply = await kit.patch({ ...addressIn('de'), countryCode: 'Deutschland' });
    return reply.status === 422 && (await kit.stored())['line1'] === 'Lange Straße 7';
  },
  'all-over-any-iterable': async (kit) =>
    (await kit.order({ isin: ['US0378331005'] })).status === 201 &&
    (await kit.order({ isin: { a: 1 } })).status === 201,
  'and-binds-before-or': async (kit) =>
    (await kit.order({ amount: -5 })).status === 201 && (await kit.order({ amount: -5, side: 'sell' })).status === 422,
  'modulo-of-a-float': async (kit) => (await kit.order({})).status === 400,
};

export const shows = async (id: string, kit: Kit): Promise<boolean> => (await probes[id]?.(kit)) ?? false;
