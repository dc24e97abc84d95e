import { alterPayload, breakSignature, signWithOwnCertificate } from './forging.ts';
import { address, order, type Probe, paths } from './probe.ts';

type Look = (probe: Probe) => Promise<unknown>;

const unknownUser = '0123456789abcdef01234567';
const elsewhere = { ...address, city: 'York' };

const accessProbes: Record<string, Look> = {
  'renewed-token-not-yet-valid': async (probe) =>
    probe.status(paths.cash, { token: (await probe.issue({})).json.access_token }),
  'client-cache-ignores-secret': async (probe) => (await probe.issue({ client_secret: 'wrong' })).status,
  'secret-array-coerced': async (probe) =>
    (await probe.issue({ client_secret: [probe.target.clients.scoped.secret] })).status,
  'token-body-leftover': async (probe) => (await probe.issue('{"grant_type":')).status,
  'expires-in-fraction': async (probe) => {
    const lifetimes = [];
    for (let turn = 0; turn < 4; turn++) lifetimes.push((await probe.issue({})).json.expires_in);
    return lifetimes.every(Number.isInteger);
  },
  'jwt-padded': async (probe) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(probe.token),
  'edge-cache-for-anonymous': async (probe) => [
    await probe.status(paths.cash),
    await probe.status(paths.cash, { token: null }),
  ],
  'bearer-trailing-garbage': (probe) => probe.status(paths.cash, { token: `${probe.token} more` }),
  'verified-by-payload': async (probe) => [
    await probe.status(paths.cash),
    await probe.status(paths.cash, { token: breakSignature(probe.token) }),
  ],
  'x5c-leaf-trusted': (probe) => probe.status(paths.cash, { token: signWithOwnCertificate(probe.token) }),
  'expired-second-time': async (probe) => {
    const token = probe.target.expiredToken ?? null;
    return [await probe.status(paths.cash, { token }), await probe.status(paths.cash, { token })];
  },
  'address-written-before-auth': async (probe) => {
    await probe.update({ address: elsewhere });
    const refused = await probe.update({ address }, { token: 'no.such.token' });
    return [refused.status, (await probe.ask(paths.address)).json.address.city];
  },
  'scope-by-substring': async (probe) => probe.status(paths.guides, { token: await probe.unscoped() }),
  'guides-cache-above-scope': async (probe) => [
    await probe.status(paths.guides),
    await probe.status(paths.guides, { token: await probe.unscoped() }),
  ],
  'scope-before-signature': async (probe) =>
    probe.status(paths.guides, { token: alterPayload(await probe.unscoped(), { scope: 'service:nbg' }) }),
  'user-from-session': async (probe) => [
    await probe.status(paths.cash),
    await probe.status(paths.cash, { user: null }),
  ],
  'user-id-extracted': async (probe) =>
    (await probe.update({ address }, { user: `${probe.target.users.first}0` })).status,
  'user-id-nfkc': (probe) => {
    const wide = probe.target.users.first.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    return probe.status(paths.cash, { user: Buffer.from(wide).toString('latin1') });
  },
  'user-stub-on-miss': async (probe) => [
    await probe.status(paths.cash, { user: unknownUser }),
    await probe.status(paths.cash, { user: unknownUser }),
  ],
  'summaries-unknown-403': (probe) => probe.status(paths.summaries, { user: unknownUser }),
  'current-user-in-field': async (probe) => {
    const { first, second } = probe.target.users;
    const users = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? first : second));
    const answers = await Promise.all(users.map((user) => probe.ask(paths.notifications, { user })));
    return answers.every(({ text }, turn) => text.includes('Activity') === (turn % 2 === 0));
  },
  'audience-by-substring': (probe) => probe.status(paths.cash, { token: probe.target.otherAudienceToken ?? null }),
  'challenge-only-when-missing': async (probe) =>
    'www-authenticate' in (await probe.ask(paths.cash, { token: 'no.such.token' })).headers,
};

const answerProbes: Record<string, Look> = {
  'error-json-by-template': async (probe) => (await probe.ask(paths.cash, { user: 'a"b' })).json !== undefined,
  'description-list': async (probe) => typeof (await probe.update({ address: {} })).json.error.description,
  'response-id-of-framework': async (probe) => {
    const answer = await probe.ask(paths.guides, { token: await probe.unscoped() });
    return answer.json.responseId.length;
  },
  'error-singleton': async (probe) => {
    const once = await probe.ask(paths.cash, { user: unknownUser });
    const again = await probe.ask(paths.summaries, { user: unknownUser });
    return once.json.responseId === again.json.responseId;
  },
  'token-in-403': async (probe) => {
    const token = await probe.unscoped();
    return (await probe.ask(paths.guides, { token })).text.includes(token);
  },
  'portfolios-buffer': async (probe) => {
    await probe.ask(paths.portfolios);
    return (await probe.ask(paths.portfolios)).headers['content-type'];
  },
  'guides-latin1': async (probe) => {
    const { bytes } = await probe.ask(paths.guides, { user: probe.target.users.second });
    return Buffer.from(bytes.toString()).equals(bytes);
  },
  'side-lowercase-throws': async (probe) => (await probe.trade({ ...order, side: {} })).status,
  'nesting-limit-500': async (probe) => (await probe.trade('['.repeat(200) + ']'.repeat(200))).status,
  'empty-body-unanswered': async (probe) => {
    const answer = probe.update('', { timeout: 500 });
    return answer.then(
      ({ status }) => status,
      () => 'none',
    );
  },
  'cash-fragments-joined': async (probe) => (await probe.ask(paths.cash)).text.split('"userCurrency"').length < 3,
  'summaries-must-revalidate': async (probe) => (await probe.ask(paths.summaries)).headers['cache-control'],
  'query-as-filter': async (probe) => (await probe.ask(`${paths.guides}?colour=blue`)).json.data.length,
};

const contentProbes: Record<string, Look> = {
  'cached-guides-unwrapped': async (probe) => {
    await probe.ask(paths.guides);
    return Array.isArray((await probe.ask(paths.guides)).json);
  },
  'last-guide-empty-cover': async (probe) =>
    (await probe.ask(paths.guides)).json.data
      .map((guide: { webCoverImageURL: string }) => guide.webCoverImageURL)
      .at(-1),
  's-maxage-shorter': async (probe) => (await probe.ask(paths.guides)).headers['cache-control'],
  'order-by-arrival': async (probe) => {
    const once = await listIds(probe);
    const again = await listIds(probe);
    return once.join() === again.join();
  },
  'guide-cache-key-without-language': async (probe) => {
    const { first, second } = probe.target.users;
    const texts = [await probe.ask(paths.guides, { user: first }), await probe.ask(paths.guides, { user: second })];
    return texts[0]?.text === texts[1]?.text;
  },
  'errors-cacheable': async (probe) =>
    (await probe.ask(paths.guides, { token: await probe.unscoped() })).headers['cache-control'],
  'page-boundary-twice': async (probe) => {
    const ids = await listIds(probe);
    return new Set(ids).size === ids.length;
  },
  'sorted-by-title': async (probe) =>
    (await listIds(probe)).join() === (await listIds(probe, probe.target.users.second)).join(),
  'guide-cache-by-timestamp': async (probe) => {
    const [one, two] = await listIds(probe);
    const bodies = [await probe.ask(`${paths.guides}/${one}`), await probe.ask(`${paths.guides}/${two}`)];
    return bodies[0]?.text === bodies[1]?.text;
  },
  'guide-id-truncated': async (probe) => probe.status(`${paths.guides}/${(await listIds(probe))[0]}0`),
  'insights-304': async (probe) => [await probe.status(paths.insights), await probe.status(paths.insights)],
  'trailing-bytes-ignored': async (probe) => (await probe.update(`${JSON.stringify({ address })}]`)).status,
  'ajv-coerces-arrays': async (probe) => (await probe.update({ address: { ...address, city: ['Leeds'] } })).status,
  'address-throttled': async (probe) => {
    await probe.update({ address });
    await probe.update({ address: elsewhere });
    return (await probe.ask(paths.address)).json.address.city;
  },
  'shared-default-address': async (probe) => {
    const user = probe.target.users.second;
    await probe.update({ address: elsewhere }, { user });
    await probe.update({ address });
    return (await probe.ask(paths.address, { user })).json.address.city;
  },
  'partial-write': async (probe) => {
    await probe.update({ address: elsewhere });
    await probe.update({ address: { ...address, countryCode: 'gb' } });
    return (await probe.ask(paths.address)).json.address.city;
  },
  'zero-interest-omitted': async (probe) =>
    'dailyInterest' in (await lastSummary(probe, probe.target.users.second)).portfolio.savings,
  'flat-performer-both': async (probe) =>
    (await lastSummary(probe)).performers.all.some((one: object) => 'upBy' in one && 'downBy' in one),
  'worst-filled-up': async (probe) =>
    (await lastSummary(probe)).performers.worst.every((one: object) => 'downBy' in one && !('upBy' in one)),
  'defaults-appended': async (probe) => {
    await probe.ask(paths.notifications);
    return (await probe.ask(paths.notifications)).text.split('"app_promotional"').length;
  },
  'grouped-by-translation': async (probe) =>
    (await probe.ask(paths.notifications, { user: probe.target.users.second })).json.email.length,
  'order-batch': async (probe) => (await probe.trade([order])).status,
  'isin-array-coerced': async (probe) => (await probe.trade({ ...order, isin: [order.isin] })).status,
  'zero-amount': async (probe) => (await probe.trade({ ...order, amount: 0 })).status,
};

async function listIds(probe: Probe, user = probe.target.users.first): Promise<string[]> {
  return (await probe.ask(paths.guides, { user })).json.data.map(({ id }: { id: string }) => id);
}

async function lastSummary(probe: Probe, user = probe.target.users.first) {
  return (await probe.ask(paths.summaries, { user })).json.data.at(-1);
}

/** What a look from outside tells apart, for each defect. */
export const defectProbes: Record<string, Look> = { ...accessProbes, ...answerProbes, ...contentProbes };
