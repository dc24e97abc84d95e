import { expect, test } from 'vitest';
import { variants } from '../../fixtures/variants/index.ts';
import { someOf } from '../extent.ts';
import { clientOf } from './client.ts';
import { firstDifferences, wholeFingerprint, withServer } from './fingerprint.ts';

// Where only time or the connection differs, no answer does.
const alikeButForTime = ['answers-with-jitter', 'clock-ahead', 'idle-connections-closed'];

test('ids are unique, and every variant says in a sentence what it does otherwise', () => {
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  for (const { id, title } of variants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^\S.*\.$/);
  }
});

const reference = await withServer([], wholeFingerprint);

test.each(someOf(variants).map((variant) => [variant.id, variant] as const))(
  '%s differs, and works',
  async (id, { compose }) => {
    await withServer(compose, async (server) => {
      const { ask } = clientOf(server);
      for (const path of [
        '/learn/learning-guides',
        '/daily-summaries',
        '/b2b/notification-settings',
        '/cash',
        '/portfolios',
      ]) {
        expect((await ask(path)).status).toBeOneOf([200, 204]);
      }
    });
    if (alikeButForTime.includes(id)) return;
    expect(await withServer(compose, (server) => firstDifferences(server, reference))).not.toEqual([]);
  },
);
