import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { guides, Probe } from './client.ts';
import { defects } from './defects.ts';
import { looks } from './probes.ts';
import { variations } from './variations.ts';

const lookAt = async (look: (probe: Probe) => Promise<unknown>, toggle?: string): Promise<unknown> => {
  const probe = await Probe.of(toggle);
  try {
    return await look(probe);
  } finally {
    await probe.target.close();
  }
};

test('there are sixty of each, and their ids are unique', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  expect(Object.keys(looks).sort()).toEqual(defects.map(({ id }) => id).sort());
});

test.each(fewOf(defects))('defect $id shows', async ({ id }) => {
  const look = looks[id];
  if (look === undefined) throw new Error('no look');
  const [correct, defective] = await Promise.all([lookAt(look), lookAt(look, id)]);
  expect(defective).not.toEqual(correct);
});

const reads = ['/learn/analyst-insights', '/daily-summaries', '/b2b/notification-settings', '/cash', '/portfolios'];
const success = (status: number): boolean => status >= 200 && status < 300;
const refusal = (status: number): boolean => status >= 400 && status < 500;

const serves = async (probe: Probe): Promise<void> => {
  const { first, second, denied } = probe.target.users;
  const listing = await probe.ask(guides);
  expect(listing.status).toBe(200);
  expect(listing.body.data).toHaveLength(7);
  const other = await probe.ask(guides, { user: second });
  expect(other.body.data.map((guide: { id: string }) => guide.id)).toEqual(
    listing.body.data.map((guide: { id: string }) => guide.id),
  );
  expect(other.body.data[0].title).not.toBe(listing.body.data[0].title);
  for (const { id } of listing.body.data) expect((await probe.ask(`${guides}/${id}`)).status).toBe(200);
  for (const path of reads) {
    const mine = await probe.ask(path, { user: first });
    expect([path, mine.status]).toEqual([path, 200]);
    expect(mine.text).not.toBe((await probe.ask(path, { user: second })).text);
  }
  expect((await probe.ask('/daily-summaries', { user: denied ?? '' })).status).toBe(403);
  expect(success((await probe.update()).status)).toBe(true);
  expect((await probe.stored()) as object).toMatchObject({ line1: '1 High Street', postalCode: 12345 });
  expect(success((await probe.update({ postalCode: 'D02 X285' })).status)).toBe(true);
  expect(success((await probe.order()).status)).toBe(true);
};
const refuses = async (probe: Probe): Promise<void> => {
  const { expiredToken, otherAudienceToken } = probe.target;
  const [head, , mark] = probe.token.split('.');
  const forged = `${head}.${Buffer.from('{"scope":"service:nbg"}').toString('base64url')}.${mark}`;
  for (const path of [guides, ...reads]) {
    for (const token of [null, 'x', forged, expiredToken ?? '']) {
      const refused = await probe.ask(path, { token });
      expect([path, refused.status, refused.body.status]).toEqual([path, 401, 401]);
      expect(refused.fields.get('www-authenticate')).toContain('Bearer');
    }
    expect([401, 403]).toContain((await probe.ask(path, { token: otherAudienceToken ?? '' })).status);
    for (const user of [null, 'F'.repeat(24), 'f'.repeat(24)]) {
      const refused = await probe.ask(path, { user });
      expect(refusal(refused.status)).toBe(true);
      expect(refused.body.status).toBe(refused.status);
      expect(refused.body.responseId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
    }
  }
  const bare: string = (await probe.grant({}, 'unscoped')).body.access_token;
  expect((await probe.ask(guides, { token: bare })).status).toBe(403);
  expect((await probe.ask('/cash', { token: bare })).status).toBe(200);
  expect((await probe.ask('/daily-summaries', { user: 'f'.repeat(24) })).status).toBe(401);
  for (const change of [{ city: {} }, { countryCode: 'irl' }, { postalCode: [] }])
    expect(refusal((await probe.update(change)).status)).toBe(true);
  for (const raw of ['{', '5', '[]', '{"address":4}'])
    expect(refusal((await probe.update({}, { raw })).status)).toBe(true);
  for (const change of [{ isin: {} }, { amount: 0 }, { amount: -1 }, { amount: [] }])
    expect(refusal((await probe.order(change)).status)).toBe(true);
  expect(refusal((await probe.ask(`${guides}/zz`)).status)).toBe(true);
  expect((await probe.ask(`${guides}/${'f'.repeat(24)}`)).status).toBe(404);
  for (const change of [{ client_secret: 'x' }, { grant_type: 'x' }, { audience: 'x' }, { client_id: 'x' }])
    expect(refusal((await probe.grant(change)).status)).toBe(true);
};

test.each([{ id: undefined }, ...fewOf(variations)])('$id serves and refuses', async ({ id }) => {
  const probe = await Probe.of(id);
  try {
    await serves(probe);
    await refuses(probe);
  } finally {
    await probe.target.close();
  }
});
