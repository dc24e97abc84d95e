import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { fewOf } from '../extent.ts';
import { firstDifferences, wholeFingerprint, withServer } from './fingerprint.ts';

const id = /^[a-z]+\/[a-z0-9-]+$/;

test('ids are unique, and every fault says in a sentence what it does and which requirements it breaks', () => {
  expect(new Set(faults.map((fault) => fault.id)).size).toBe(faults.length);
  for (const { id: name, title, breaks, companions = [], perhaps = [] } of faults) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^\S.*\.$/);
    for (const requirement of [...breaks, ...companions, ...perhaps]) expect(requirement).toMatch(id);
    expect(breaks.length).toBeGreaterThan(0);
    expect(companions.filter((companion) => breaks.includes(companion))).toEqual([]);
  }
});

const reference = await withServer([], wholeFingerprint);

test('the reference answers alike every time', async () => {
  expect(await withServer([], wholeFingerprint)).toEqual(reference);
});

// Rare inputs are for test/malformed/sensitivity.test.ts, and these show only where the harness asks for them.
const asked: readonly string[] = [
  'address-stored-for-the-id-within',
  'authorization-comma-after',
  'authorization-four-parts',
  'authorization-name-with-case',
  'cash-cached-by-address',
  'cash-locked-by-its-reader',
  'client-as-query-operator',
  'client-id-cut',
  'code-of-another-grant-missing',
  'crash-on-long-guide-id',
  'crash-on-unparsable-media-type',
  'cut-token-request-mended',
  'denied-user-served-from-cache',
  'denied-user-served-now-and-then',
  'errors-in-xml-by-default',
  'guide-found-by-slug-too',
  'guide-id-trimmed',
  'guide-refused-by-firewall',
  'guides-forbidden-now-and-then',
  'hmac-with-audience',
  'hmac-with-client-secret',
  'hmac-with-demo-secret',
  'job-writes-address-back',
  'renewed-token-without-the-scope',
  'scope-not-checked-by-one-worker',
  'scope-not-checked-in-german',
  'scope-unknown-at-once',
  'secret-cut-to-eight-characters',
  'secret-in-any-case',
  'secret-matched-in-part',
  'secret-of-another-client',
  'summaries-cached-by-path',
  'token-request-encoded-twice',
  'token-without-credentials',
  'user-as-json-array',
  'user-empty-elements-dropped',
  'user-found-as-a-number',
  'user-found-by-like',
  'user-found-by-sixteen-digits',
  'user-from-document-in-header',
  'user-header-name-with-case',
  'user-twenty-first-character-unread',
];
const common = faults.filter(({ id }) => !id.startsWith('rare-') && !asked.includes(id));

test.each(fewOf(common).map((fault) => [fault.id, fault] as const))(
  '%s shows, and the server works',
  async (_id, fault) => {
    const changed = await withServer(fault.compose, (server) => firstDifferences(server, reference));
    expect(changed).not.toEqual([]);
    if (!fault.breaks.includes('http/json-interoperable')) expect(changed).not.toEqual(['token scoped', 'working']);
  },
);
