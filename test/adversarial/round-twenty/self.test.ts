import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { createKit, type Kit, paths, sample, stranger } from './kit.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { knobsOf } from './variants.ts';
import { variations } from './variations.ts';

async function within<T>(toggle: string | undefined, act: (kit: Kit) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await act(await createKit(target));
  } finally {
    await target.close();
  }
}

test('there are sixty of each, by ids of their own', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map((one) => one.id)).size).toBe(120);
  expect(Object.keys(probes).sort()).toEqual(defects.map((one) => one.id).sort());
  for (const { id } of variations) expect(Object.keys(knobsOf(id)), id).not.toEqual([]);
});

describe.concurrent('a defect differs from the correct target', () => {
  for (const { id } of fewOf(defects)) {
    test(id, async () => {
      const probe = probes[id];
      if (probe === undefined) throw new Error('no probe');
      const correct = await within(undefined, probe);
      const defective = await within(id, probe);
      expect(JSON.stringify(defective)).not.toBe(JSON.stringify(correct));
    });
  }
});

async function serves(kit: Kit): Promise<void> {
  const { ask, target } = kit;
  const english = await ask(paths.guides);
  const german = await ask(paths.guides, { user: kit.second });
  expect(english.status).toBe(200);
  expect(english.headers.get('cache-control')).toContain('max-age=1800');
  expect(english.headers.get('vary')?.toLowerCase()).toContain('x-user-id');
  expect(german.json.data[0]?.title).not.toBe(english.json.data[0]?.title);
  for (const { id } of english.json.data) expect((await ask(`${paths.guides}/${id}`)).status).toBe(200);
  for (const path of [paths.insights, paths.cash, paths.portfolios, paths.summaries, paths.settings]) {
    const [first, second] = [await ask(path), await ask(path, { user: kit.second })];
    expect([first.status, second.status], path).toEqual([200, 200]);
    expect(first.text, path).not.toBe(second.text);
  }
  for (const postalCode of [10115, 'YO1 7HH'])
    expect((await kit.move({ ...sample, postalCode })).status).toBeLessThan(300);
  expect(await kit.home()).toEqual({ ...sample, postalCode: 'YO1 7HH' });
  expect((await kit.order(12.5)).status).toBeLessThan(300);
  expect((await ask(paths.cash, { token: `bearer ${kit.token}` })).status).toBe(200);
  expect((await ask(paths.cash, { token: `Bearer ${kit.unscoped}` })).status).toBe(200);
  expect((await kit.grant()).headers.get('cache-control')).toBe('no-store');
  expect(target.jwksUrl).toBeDefined();
}

async function refuses(kit: Kit): Promise<void> {
  const { ask, target } = kit;
  const ids = new Set<string>();
  const isRefused = async (what: string, reply: ReturnType<typeof ask>, expected?: number) => {
    const { status, json } = await reply;
    if (expected === undefined) expect(status >= 400 && status < 500, `${what}: ${status}`).toBe(true);
    else expect(status, what).toBe(expected);
    expect(json.status, what).toBe(status);
    expect(json.error.message, what).toMatch(/\S/);
    expect(ids.has(json.responseId), what).toBe(false);
    ids.add(json.responseId);
  };
  const forged = `${kit.token.split('.').slice(0, 2).join('.')}.AAAA`;
  for (const path of Object.values(paths).filter((one) => one !== paths.orders)) {
    await isRefused(`${path} without token`, ask(path, { token: null }), 401);
    await isRefused(`${path} malformed token`, ask(path, { token: 'Bearer x' }), 401);
    await isRefused(`${path} forged`, ask(path, { token: `Bearer ${forged}` }), 401);
    await isRefused(`${path} expired`, ask(path, { token: `Bearer ${target.expiredToken}` }), 401);
    await isRefused(`${path} audience`, ask(path, { token: `Bearer ${target.otherAudienceToken}` }), 401);
    await isRefused(`${path} without user`, ask(path, { user: null }));
    await isRefused(`${path} malformed user`, ask(path, { user: 'G'.repeat(24) }));
    await isRefused(`${path} unknown user`, ask(path, { user: stranger }), path === paths.summaries ? 401 : undefined);
  }
  await isRefused('scope', ask(paths.guides, { token: `Bearer ${kit.unscoped}` }), 403);
  await isRefused('denied', ask(paths.summaries, { user: target.users.denied ?? '' }), 403);
  await isRefused('unknown guide', ask(`${paths.guides}/${'0'.repeat(24)}`), 404);
  await isRefused('malformed guide', ask(`${paths.guides}/zz`));
  await isRefused('route', ask('/nowhere'));
  for (const raw of ['{', '[]', '{"address":7}']) await isRefused(raw, ask(paths.address, { method: 'PATCH', raw }));
  await isRefused('type', ask(paths.address, { method: 'PATCH', raw: '{}', type: 'text/plain' }));
  for (const countryCode of ['gb', {}]) await isRefused('country', kit.move({ ...sample, countryCode }));
  for (const amount of [0, -1, -0.5, {}, 'ten']) await isRefused('amount', kit.order(amount));
  for (const wrong of [{ client_secret: 'x' }, { grant_type: 'password' }, { audience: 'other' }]) {
    expect((await kit.grant(wrong)).json.access_token).toBeUndefined();
  }
}

describe.concurrent('a variation serves and refuses', () => {
  for (const id of [undefined, ...fewOf(variations).map((one) => one.id)]) {
    test(id ?? 'none', () =>
      within(id, async (kit) => {
        await serves(kit);
        await refuses(kit);
      }),
    );
  }
});
