import { expect, test } from 'vitest';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { sample } from '../scope.ts';
import { clientOf } from './client.ts';
import { firstDifferences, wholeFingerprint, withServer } from './fingerprint.ts';

// Where only time, the connection or the keys that are not used differ, no answer does, or not at once.
const alikeButForTime = [
  'address-rewritten-two-seconds-later',
  'answers-with-jitter',
  'clock-ahead',
  'clock-behind',
  'cold-start',
  'few-requests-at-once',
  'idle-connections-closed',
  'refusals-take-longer',
  'several-keys',
  'slow-token-endpoint',
];

// Where only requests that no fingerprint makes are answered otherwise.
const alikeButForOthers = [
  'addresses-on-lagging-connections',
  'credentials-elsewhere-refused',
  'gateway-refuses-odd-paths',
  'learn-by-kind-of-content',
  'new-users-on-lagging-replicas',
  'page-for-other-case',
  'sixteen-connections-a-client',
];

// Where the client of the fingerprints is not served each time: it names no media type, reads no interim answer to a write,
// asks with a token at once, and never again.
const forOtherClients = [
  'cash-406-unless-json-is-named',
  'overloaded-at-random',
  'token-known-later',
  'writes-announced',
];

test('ids are unique, and every variant says in a sentence what it does otherwise', () => {
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  for (const { id, title } of variants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^\S.*\.$/);
  }
});

const reference = await withServer([], wholeFingerprint);

test.each(
  sample(
    'variants of the reference',
    variants.filter(({ id }) => !forOtherClients.includes(id)),
  ).map((variant) => [variant.id, variant] as const),
)('%s differs, and works', async (id, { compose }) => {
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
  if ([...alikeButForTime, ...alikeButForOthers].includes(id)) return;
  expect(await withServer(compose, (server) => firstDifferences(server, reference))).not.toEqual([]);
});

test('numbers with an exponent that were stored are read back as JSON, whichever replica spells them', async () => {
  const compose = ['replicas-spelling-otherwise', 'address-lenient-with-scalars'].flatMap(
    (wanted) => variants.find(({ id }) => id === wanted)?.compose ?? [],
  );
  await withServer(compose, async (server) => {
    const { ask } = clientOf(server);
    const address = { ...sampleAddress, postalCode: 7.3e29 };
    expect((await ask('/users/me/address', { method: 'PATCH', body: { address } })).status).toBe(200);
    for (let nth = 0; nth < 24; nth++) {
      expect(JSON.parse((await ask('/users/me/address')).text).address.postalCode).toBe(7.3e29);
    }
  });
});
