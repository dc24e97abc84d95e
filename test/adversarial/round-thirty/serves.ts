import type { Seen } from './client.ts';
import { ask, paths, Session } from './client.ts';
import { nobody, sample } from './probes-access.ts';
import type { Target } from './types.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const reads = [paths.guides, paths.insights, paths.cash, paths.portfolios, paths.summaries, paths.notifications];

/** What a target does wrong, in words; empty where it serves everything. */
class Ledger {
  readonly complaints: string[] = [];

  expect(met: boolean, complaint: string): void {
    if (!met) this.complaints.push(complaint);
  }

  succeeds(name: string, seen: Seen): void {
    const json = seen.text === '' || /^application\/(.+\+)?json/i.test(seen.headers['content-type'] ?? '');
    this.expect(seen.status >= 200 && seen.status < 300 && json, `${name}: ${seen.status}`);
    this.expect(seen.text === '' || seen.json.value !== undefined, `${name}: no JSON`);
  }

  refuses(name: string, seen: Seen, ...statuses: readonly number[]): void {
    const met = statuses.length === 0 ? seen.status >= 400 && seen.status < 500 : statuses.includes(seen.status);
    this.expect(met, `${name}: ${seen.status}`);
    const { json } = seen;
    this.expect(json.at('status').value === seen.status, `${name}: status in the body`);
    this.expect(json.at('error', 'message').text.trim() !== '', `${name}: message`);
    this.expect(uuid.test(json.at('responseId').text), `${name}: responseId`);
    this.expect(seen.status !== 401 || seen.headers['www-authenticate'] !== undefined, `${name}: challenge`);
  }
}

async function tokens(ledger: Ledger, target: Target): Promise<void> {
  const { scoped, unscoped } = target.clients;
  const answer = await ask(target, scoped);
  ledger.expect(answer.json.at('token_type').value === 'Bearer', 'token_type');
  ledger.expect(answer.json.at('scope').text.split(' ').includes('service:nbg'), 'scope granted');
  ledger.expect(!(await ask(target, unscoped)).json.at('scope').text.includes('service:nbg'), 'scope withheld');
  for (const over of [{ client_secret: 'x' }, { client_id: 'x' }, { grant_type: 'x' }, { client_id: 7 }]) {
    const refused = await ask(target, scoped, over);
    ledger.expect(refused.status >= 400 && refused.status < 500, `token refused: ${refused.status}`);
    ledger.expect(!refused.text.includes('access_token'), 'token in a refusal');
  }
}

async function refusals(ledger: Ledger, session: Session): Promise<void> {
  const { target, token } = session;
  const forged = session.with(`${token.slice(0, -6)}AAAAAA`);
  for (const path of reads) {
    ledger.refuses(`${path} without a token`, await session.with('').call(path), 401);
    ledger.refuses(`${path} forged`, await forged.call(path), 401);
    ledger.refuses(`${path} expired`, await session.with(target.expiredToken ?? '').call(path), 401);
    ledger.refuses(`${path} without a user`, await session.call(path, {}, null));
    ledger.refuses(`${path} capitals`, await session.call(path, {}, target.users.first.toUpperCase()));
    ledger.refuses(`${path} two users`, await session.call(path, {}, `${target.users.first}, ${target.users.second}`));
    const unknown = await session.call(path, {}, nobody);
    ledger.refuses(`${path} unknown user`, unknown, ...(path === paths.summaries ? [401] : []));
  }
  const denied = await session.call(paths.summaries, {}, target.users.denied ?? null);
  ledger.refuses('denied', denied, 403);
  const unscoped = await Session.open(target, false);
  ledger.refuses('scope', await unscoped.call(paths.guides), 403);
  ledger.succeeds('unscoped elsewhere', await unscoped.call(paths.cash));
  ledger.refuses('unknown path', await session.call('/nowhere'), 404);
  ledger.refuses('unknown guide', await session.call(`${paths.guides}/${nobody}`), 404);
  ledger.refuses('malformed guide', await session.call(`${paths.guides}/xyz`));
}

async function learning(ledger: Ledger, session: Session): Promise<void> {
  const { first, second } = session.target.users;
  const [one, other] = await Promise.all([first, second].map((user) => session.call(paths.guides, {}, user)));
  if (one === undefined || other === undefined) return;
  ledger.expect(/max-age=1800\b/.test(one.headers['cache-control'] ?? ''), 'lifetime');
  ledger.expect(/x-user-id|\*/.test(one.headers['vary'] ?? ''), 'vary');
  const list = one.json.at('data').list;
  const titles = list.map((guide) => guide.at('title').text);
  ledger.expect(
    titles.join() !==
      other.json
        .at('data')
        .list.map((guide) => guide.at('title').text)
        .join(),
    'localised',
  );
  const bodies = new Set<string>();
  for (const guide of list) {
    const full = await session.call(`${paths.guides}/${guide.at('id').text}`);
    ledger.succeeds('full guide', full);
    bodies.add(full.text);
  }
  ledger.expect(bodies.size === list.length && list.length > 1, 'full guides differ');
}

async function writes(ledger: Ledger, session: Session): Promise<void> {
  const line1 = `${Math.random()} Street`;
  ledger.succeeds('update', await session.update({ ...sample, line1 }));
  ledger.expect(JSON.stringify((await session.stored()).value).includes(line1), 'read-back');
  ledger.succeeds('number', await session.update({ ...sample, line1, postalCode: 10117 }));
  const wrong = [{ ...sample, city: {} }, { ...sample, countryCode: 'gb' }, [], 'x', null];
  for (const address of wrong) ledger.refuses(`address ${JSON.stringify(address)}`, await session.update(address));
  const raw = { method: 'PATCH', raw: '{"address":' };
  ledger.refuses('malformed JSON', await session.call(paths.address, raw));
  const typed = { ...raw, raw: '{}', headers: { 'content-type': 'text/plain' } };
  ledger.refuses('media type', await session.call(paths.address, typed));
  const kept = JSON.stringify((await session.stored()).value);
  ledger.expect(kept.includes(line1), 'refused updates change nothing');
  ledger.expect(
    !JSON.stringify((await session.stored(session.target.users.second)).value).includes(line1),
    'isolation',
  );
  ledger.succeeds('order', await session.order());
  for (const over of [{ amount: 0 }, { amount: [] }, { isin: {} }, { side: [] }]) {
    ledger.refuses(`order ${JSON.stringify(over)}`, await session.order(over));
  }
}

export async function complaintsAbout(target: Target): Promise<readonly string[]> {
  const ledger = new Ledger();
  await tokens(ledger, target);
  const session = await Session.open(target);
  for (const user of [target.users.first, target.users.second]) {
    for (const path of reads) {
      ledger.succeeds(path, await session.call(path, {}, user));
      ledger.succeeds(`${path} with a query`, await session.call(`${path}?x=1&x=%zz`, {}, user));
    }
  }
  await refusals(ledger, session);
  await learning(ledger, session);
  await writes(ledger, session);
  return ledger.complaints;
}
