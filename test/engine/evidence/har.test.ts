import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { har } from 'har-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import { fromEntry, toEntry } from '../../../engine/evidence/har-entry.ts';
import { EvidenceError, readEvidence, writeEvidence } from '../../../engine/evidence/har-file.ts';
import { plannedConfig } from '../../../engine/evidence/replay.ts';
import { loadRequest, storeRequest } from '../../../engine/evidence/stored-request.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import type { Piece, Value } from '../../../engine/exchange/value.ts';
import { tokenFacts } from '../../../engine/wire/token-facts.ts';
import { answered, config, key } from '../samples.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const piece: fc.Arbitrary<Piece> = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 8 }).map((bytes) => new Uint8Array(bytes)),
  fc.record({ symbol: fc.constantFrom('token:scoped', 'user:first') }),
  fc.record({ symbol: fc.constant('token:scoped'), forge: fc.constant('alg-none') }),
);
const value: fc.Arbitrary<Value> = fc.oneof(piece, fc.array(piece, { minLength: 2, maxLength: 3 }));
const name = fc.stringMatching(/^[a-z0-9/ -]{1,12}$/);

const sent = fc.record({
  key: fc.record({ requirement: name, endpoint: name, index: fc.nat(), step: name, attempt: fc.nat(4) }),
  request: fc.record(
    {
      origin: fc.constantFrom('api' as const, 'token' as const, 'jwks' as const),
      method: fc.constantFrom('GET', 'POST', 'X-ODD'),
      path: value,
      headers: fc.array(fc.tuple(fc.constantFrom('Accept', 'x', 'Content-Type'), value), { maxLength: 3 }),
      body: value,
      wire: fc.constantFrom('http' as const, 'raw' as const),
      yields: fc.constant('token:scoped'),
      keeps: fc.constant('cookies:token:cash'),
      connection: fc.constant('token:cash'),
    },
    { requiredKeys: ['origin', 'method', 'path', 'headers', 'wire'] },
  ),
  sentAt: fc.nat(2 ** 41),
  endedAt: fc.nat(2 ** 41),
  facts: fc.record({
    echoes: fc.array(fc.constant('token:scoped'), { maxLength: 1 }),
    tokens: fc.dictionary(fc.constant('token:scoped'), fc.constant({ form: 'jws', header: { alg: 'x' } } as const)),
  }),
});
const answer = fc.record({
  status: fc.integer({ min: 100, max: 599 }),
  httpVersion: fc.constantFrom('1.0', '1.1'),
  headers: fc.array(fc.tuple(fc.constantFrom('X', 'x', 'Content-Type'), text), { maxLength: 4 }),
  body: fc.oneof(
    fc.record({ size: fc.nat(), text }),
    fc.record({ size: fc.nat(), base64: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')) }),
    fc.record({ size: fc.nat(), text, undecodable: text }),
  ),
});
const loss = fc.record({ lost: fc.constantFrom('closed' as const, 'withheld' as const), detail: text });
const exchange = fc
  .tuple(sent, fc.oneof(answer, loss))
  .map(([rest, came]) => ({ ...rest, answer: came }) as unknown as Exchange);

const origins = { api: 'http://127.0.0.1:1/api', token: 'http://127.0.0.1:1/token', jwks: 'http://127.0.0.1:1/jwks' };
const record = {
  formatVersion: 1,
  run: { id: 'a-run', startedAt: '2026-01-01T00:00:00.000Z' },
  catalogueSha256: '\u2028',
  plan: plannedConfig(config({ target: { ...config().target, jwksUrl: origins.jwks } })),
  givenTokens: {},
} as const;

let folder = '';
let nth = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'm2m-evidence-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The path of a file with these exchanges. */
async function written(exchanges: readonly Exchange[], isEnded = true): Promise<string> {
  const file = join(folder, `${nth++}.har`);
  const writer = writeEvidence(file, '0.0.0', record);
  for (const one of exchanges) writer.write(one);
  await writer.end();
  if (!isEnded) {
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, whole.lastIndexOf('\n]')));
  }
  return file;
}

const distinct = fc.uniqueArray(exchange, { maxLength: 6, selector: ({ key }) => keyText(key) });

test('an exchange comes back from its entry, by way of JSON', () => {
  fc.assert(
    fc.property(exchange, (one) => {
      expect(fromEntry(JSON.parse(JSON.stringify(toEntry(one, origins))))).toEqual(one);
    }),
  );
});

test('a request comes back from its stored form', () => {
  fc.assert(
    fc.property(exchange, ({ request }) => {
      expect(loadRequest(JSON.parse(JSON.stringify(storeRequest(request))))).toEqual(request);
    }),
  );
});

test('the digest that its writer yields is that of the file', async () => {
  await fc.assert(
    fc.asyncProperty(distinct, async (exchanges) => {
      const file = join(folder, `${nth++}.har`);
      const writer = writeEvidence(file, '0.0.0', record);
      for (const one of exchanges) writer.write(one);
      const digest = await writer.end();
      expect(digest).toBe((await evidenceDigest(file)).sha256);
    }),
  );
});

test('a file holds its exchanges whole, and says that it is complete', async () => {
  await fc.assert(
    fc.asyncProperty(distinct, async (exchanges) => {
      const evidence = await readEvidence(await written(exchanges));
      expect([...evidence.exchanges.values()]).toEqual(exchanges);
      expect(evidence).toMatchObject({ complete: true, record, version: '0.0.0' });
    }),
    { numRuns: 30 },
  );
});

test('a file is HAR 1.2 by the schema of others, an entry a line', async () => {
  await fc.assert(
    fc.asyncProperty(distinct, async (exchanges) => {
      const whole = await readFile(await written(exchanges), 'utf8');
      await har(JSON.parse(whole));
      expect(whole).not.toMatch(/[\u2028\u2029]/);
      expect(whole.split('\n')).toHaveLength(exchanges.length + 3);
    }),
    { numRuns: 30 },
  );
});

const [some] = fc.sample(
  fc.uniqueArray(exchange, { minLength: 5, maxLength: 5, selector: ({ key }) => keyText(key) }),
  { seed: 1, numRuns: 1 },
);

test('a file without its end is recognised, and yields what it holds', async () => {
  const evidence = await readEvidence(await written(some ?? [], false));
  expect([...evidence.exchanges.values()]).toEqual(some);
  expect(evidence.complete).toBe(false);
});

test('a file cut off anywhere is never complete, and what it yields was in it', async () => {
  const file = await written(some ?? []);
  const whole = await readFile(file);
  const head = whole.indexOf('\n') + 1;
  for (let at = head; at < whole.length - 2; at += 97) {
    await writeFile(file, whole.subarray(0, at));
    const evidence = await readEvidence(file);
    expect(evidence.complete).toBe(false);
    expect([...evidence.exchanges.values()]).toEqual(some?.slice(0, evidence.exchanges.size));
  }
});

test('an entry taken out, doubled or put behind the end is noticed', async () => {
  const file = await written(some ?? []);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const without = lines.filter((_line, at) => at !== 2);
  const twice = [...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)];
  const behind = [...lines.slice(0, -1), lines[2] ?? ''];
  for (const changed of [without, behind]) {
    await writeFile(file, changed.join('\n'));
    expect((await readEvidence(file)).complete).toBe(false);
  }
  await writeFile(file, twice.join('\n'));
  expect((await readEvidence(file)).exchanges.size).toBe(5);
});

test.each(['', '{}', 'not json', '{"log":{"version":"1.2","creator":{"name":"another","version":"1"},"entries":[]}}'])(
  'another file is refused: %j',
  async (content) => {
    const file = join(folder, `${nth++}.har`);
    await writeFile(file, content);
    await expect(readEvidence(file)).rejects.toThrow(EvidenceError);
  },
);

test('a format that is newer is refused by the name of its version', async () => {
  const file = await written([]);
  const newer = (await readFile(file, 'utf8')).replace('"formatVersion":1', '"formatVersion":2');
  await writeFile(file, newer.replace('"0.0.0"', '"3.1.4"'));
  await expect(readEvidence(file)).rejects.toThrow(/is in a format of version 3\.1\.4, which this one does not read/);
});

test.each([
  ['"plan":{', '"plane":{', "/ must have required property 'plan'"],
  ['"catalogueSha256":"', '"catalogueSha256":7,"x":"', '/catalogueSha256 must be string'],
  ['"profile":{', '"profile":7,"x":{', '/plan/profile must be object'],
  ['"tokens":[', '"tokens":7,"x":[', '/plan/has/tokens must be array'],
  ['"sameLanguage":', '"sameLanguages":', "/plan/has must have required property 'sameLanguage'"],
  ['"run":{"id"', '"run":{"if"', "/run must have required property 'id'"],
])('a head that does not say what was asked is refused: %s', async (from, to, problem) => {
  const file = await written([]);
  const whole = await readFile(file, 'utf8');
  const changed = whole.replace(from, to);
  expect(changed).not.toBe(whole);
  await writeFile(file, changed);
  await expect(readEvidence(file)).rejects.toThrow(`${file} does not say what was asked of its run: ${problem}.`);
});

test('an entry that nobody recorded is refused as such, no matter what is missing in it', async () => {
  const file = await written([]);
  const [head] = (await readFile(file, 'utf8')).split('\n');
  for (const entry of ['{}', 'null', '{"_key":"a|b|0|c|0"}', '{"_key":7}', '[]']) {
    await writeFile(file, `${head}\n${entry}\n],"_entries":1}}\n`);
    await expect(readEvidence(file)).rejects.toThrow(EvidenceError);
  }
});

test('a file that is not there is an error of the file system', async () => {
  await expect(readEvidence(join(folder, 'nowhere.har'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an answer with a token whose claims are nested without end is recorded', async () => {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const claims = part(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  const tokens = { 'token:scoped': tokenFacts(`${part('{"alg":"RS256"}')}.${claims}.c2ln`) };
  const issued = { ...answered(200, key()), facts: { echoes: [], tokens } };
  const evidence = await readEvidence(await written([issued]));
  expect([...evidence.exchanges.values()]).toEqual([issued]);
});
