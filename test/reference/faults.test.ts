import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { sample } from '../scope.ts';
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

// Rare inputs are for test/fixtures/malformed/sensitivity.test.ts, and these show only where the harness asks for them.
const asked: readonly string[] = [
  'address-by-path-alone',
  'address-looked-up-by-postal-code',
  'address-message-untranslated',
  'address-stored-for-the-id-within',
  'authorization-comma-after',
  'authorization-four-parts',
  'authorization-name-with-case',
  'cash-cached-by-address',
  'cash-locked-by-its-reader',
  'cash-unauthorised-by-one-worker',
  'client-as-query-operator',
  'client-id-cut',
  'code-of-another-grant-missing',
  'condition-answered-before-guard',
  'crash-behind-two-proxies',
  'crash-on-charset-of-address',
  'crash-on-compression-of-portfolios',
  'crash-on-empty-history',
  'crash-on-incomplete-order',
  'crash-on-invalid-language-on-cash',
  'crash-on-letter-cut-in-two',
  'crash-on-long-guide-id',
  'crash-on-other-format',
  'crash-on-other-format-of-portfolios',
  'crash-on-trace-context',
  'crash-on-undecodable-cookie',
  'crash-on-unparsable-media-type',
  'cut-token-request-mended',
  'denied-user-served-from-cache',
  'denied-user-served-now-and-then',
  'errors-in-xml-by-default',
  'german-order-broken-json-accepted',
  'guard-forgotten-in-german',
  'guard-passed-by-path-parameter',
  'guard-passed-by-trailing-slash',
  'guard-passed-by-two-slashes',
  'guard-passed-by-upper-case',
  'guard-passed-from-inside',
  'guide-forbidden-in-german',
  'guide-found-by-first-half',
  'guide-found-by-last-half',
  'guide-found-by-slug-too',
  'guide-id-as-double',
  'guide-id-as-number',
  'guide-id-before-a-line-feed',
  'guide-id-trimmed',
  'guide-lost-from-cache',
  'guide-refused-by-firewall',
  'guides-forbidden-in-german-now-and-then',
  'guides-forbidden-now-and-then',
  'guides-in-english-for-moments',
  'guides-in-english-without-accept',
  'guides-in-row-order',
  'hmac-with-audience',
  'hmac-with-client-secret',
  'hmac-with-demo-secret',
  'insights-refused-after-rest',
  'job-writes-address-back',
  'jwt-decoded-in-german',
  'malformed-address-page-unless-json-is-named',
  'media-type-without-slash-hangs',
  'missing-guide-remembered-as-empty',
  'nil-guide-is-the-first',
  'not-found-untranslated',
  'order-amount-of-the-one-before',
  'orders-of-unknown-sides-hang',
  'portfolios-page-unless-json-is-named',
  'reads-by-path-alone',
  'refused-update-redriven',
  'renewed-token-without-the-scope',
  'response-id-of-the-client',
  'response-id-of-the-trace-on-cash',
  'revalidation-without-token',
  'scope-not-checked-by-one-worker',
  'scope-not-checked-in-german',
  'scope-of-the-bare-address',
  'scope-unknown-at-once',
  'secret-compared-as-far-as-it-goes',
  'secret-cut-to-eight-characters',
  'secret-in-any-case',
  'secret-matched-in-part',
  'secret-of-another-client',
  'session-instead-of-token',
  'session-instead-of-verification',
  'session-remembers-user',
  'session-wins-over-user',
  'summaries-cached-by-path',
  'token-from-body-on-address',
  'token-from-cookie',
  'token-from-forwarded-authorization',
  'token-from-query-as-id-token',
  'token-from-x-auth-token',
  'token-request-encoded-twice',
  'token-without-credentials',
  'unsigned-tokens-of-another-client',
  'user-as-json-array',
  'user-demo',
  'user-empty-elements-dropped',
  'user-found-as-a-number',
  'user-found-by-like',
  'user-found-by-sixteen-digits',
  'user-from-another-header',
  'user-from-body-on-address',
  'user-from-cookie',
  'user-from-document-in-header',
  'user-header-in-one-case',
  'user-header-name-with-case',
  'user-in-query-before-header',
  'user-named-by-query-on-cash',
  'user-optional-behind-slash',
  'user-shown-as-guide',
  'user-twenty-first-character-unread',
];
const common = faults.filter(({ id }) => !id.startsWith('rare-') && !asked.includes(id));

test.each(sample('faults of the reference', common).map((fault) => [fault.id, fault] as const))(
  '%s shows, and the server works',
  async (_id, fault) => {
    const changed = await withServer(fault.compose, (server) => firstDifferences(server, reference));
    expect(changed).not.toEqual([]);
    if (!fault.breaks.includes('http/json-interoperable')) expect(changed).not.toEqual(['token scoped', 'working']);
  },
);
