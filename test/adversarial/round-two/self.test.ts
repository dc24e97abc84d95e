import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { type DefectId, defects } from './defects.ts';
import { accessProbes, type Probe } from './probes-access.ts';
import { contentProbes } from './probes-content.ts';
import { variationProbes } from './probes-variations.ts';
import { Session } from './session.ts';
import { start } from './start.ts';
import { type VariationId, variations } from './variations.ts';

async function runOn<T>(toggle: string | undefined, use: (session: Session) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  const session = new Session(target);
  try {
    return await use(session);
  } finally {
    session.close();
    await target.close();
  }
}

/** Asks every endpoint for both users, once and again where it sheds load. */
async function serveAll(session: Session): Promise<void> {
  const { first, second } = session.target.users;
  const { json } = await session.call('/learn/learning-guides');
  const id = json.data.at(-1).id;
  const prefix = (await session.status(`/learn/learning-guides/${id}`)) === 200 ? '/learn' : '';
  const paths = ['/learn/learning-guides', `${prefix}/learning-guides/${id}`, '/learn/analyst-insights'];
  paths.push('/daily-summaries', '/b2b/notification-settings', '/cash', '/portfolios');
  for (const user of [first, second])
    for (const path of paths) {
      const { status, json: body } = await session.call(path, { user });
      expect([200, 204], path).toContain(status);
      if (status === 200) expect(body, path).toBeTypeOf('object');
    }
  for (const postalCode of [79098, '79098'])
    expect(
      (await session.patch({ line1: 'A', line2: 'B', city: 'Freiburg', postalCode, countryCode: 'DE' })).status,
    ).toBeOneOf([200, 204]);
  expect((await session.order({ isin: 'IE00B4L5Y983', side: 'buy', amount: 12.5 })).status).toBe(201);
  expect(await session.status('/learn/learning-guides', { token: await session.token('unscoped') })).toBe(403);
  const { expiredToken = '', otherAudienceToken = '' } = session.target;
  for (const token of [null, 'x', expiredToken, otherAudienceToken])
    expect(await session.status('/cash', { token })).toBe(401);
  expect(await session.status('/daily-summaries', { user: session.target.users.denied ?? '' })).toBe(403);
}

describe('round two', () => {
  it('has sixty defects and sixty variations, each with an id of its own', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  });

  it('serves all endpoints as it stands', () => runOn(undefined, serveAll));

  const defectProbes: Record<DefectId, Probe> = { ...accessProbes, ...contentProbes };
  it.each(fewOf(Object.entries(defectProbes)))('%s shows', async (id, probe) => {
    const correct = await runOn(undefined, probe);
    const defective = await runOn(id, probe);
    expect(defective).not.toEqual(correct);
  });

  it.each(fewOf(Object.entries(variationProbes) as [VariationId, Probe][]))(
    '%s is different and serves all endpoints',
    async (id, probe) => {
      const base = await runOn(undefined, probe).catch(() => 'failed');
      expect(await runOn(id, probe)).not.toEqual(base);
      await runOn(id, serveAll);
    },
  );
});
