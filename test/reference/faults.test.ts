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
  'address-by-path-alone',
  'cash-cached-by-address',
  'cash-locked-by-its-reader',
  'client-id-cut',
  'code-of-another-grant-missing',
  'crash-on-invalid-language-on-cash',
  'crash-on-long-guide-id',
  'crash-on-trace-context',
  'crash-on-undecodable-cookie',
  'crash-on-unparsable-media-type',
  'cut-token-request-mended',
  'denied-user-served-from-cache',
  'denied-user-served-now-and-then',
  'errors-in-xml-by-default',
  'guide-found-by-slug-too',
  'guide-id-trimmed',
  'guide-refused-by-firewall',
  'guides-forbidden-now-and-then',
  'job-writes-address-back',
  'malformed-address-page-unless-json-is-named',
  'media-type-without-slash-hangs',
  'portfolios-page-unless-json-is-named',
  'reads-by-path-alone',
  'renewed-token-without-the-scope',
  'response-id-of-the-client',
  'response-id-of-the-trace-on-cash',
  'scope-not-checked-in-german',
  'secret-cut-to-eight-characters',
  'secret-in-any-case',
  'secret-matched-in-part',
  'summaries-cached-by-path',
  'token-request-encoded-twice',
  'user-empty-elements-dropped',
  'user-found-by-like',
  'user-from-document-in-header',
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
