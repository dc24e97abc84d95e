import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { har } from 'har-validator';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import { linesOf } from '../../../engine/evidence/arrange.ts';
import { fromEntry, toEntry } from '../../../engine/evidence/har-entry.ts';
import { EvidenceError, readEvidence, writeEvidence } from '../../../engine/evidence/har-file.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { loadRequest, storeRequest } from '../../../engine/exchange/stored-request.ts';
import type { Exchange, Piece, Value } from '../../../engine/index.ts';
import { emptyFolder } from '../../cli/command.ts';
import { describeInBrowser } from '../../reports/browser.ts';
import { answered, config, get, key } from '../samples.ts';
import { type Listener, servingRun, traffic } from '../traffic/serving-run.ts';
import { recordOf } from './record.ts';

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
  key: fc.record({
    requirement: name,
    endpoint: name,
    index: fc.nat(),
    step: name,
    attempt: fc.nat(4),
  }),
  request: fc.record(
    {
      origin: fc.constantFrom('api' as const, 'token' as const, 'jwks' as const),
      method: fc.constantFrom('GET', 'POST', 'X-ODD'),
      path: value,
      headers: fc.array(fc.tuple(fc.constantFrom('Accept', 'x', 'Content-Type'), value), {
        maxLength: 3,
      }),
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
    tokens: fc.dictionary(
      fc.constant('token:scoped'),
      fc.constant({ form: 'jws', header: { alg: 'x' } } as const),
    ),
  }),
});
const answer = fc.record({
  status: fc.integer({ min: 100, max: 599 }),
  httpVersion: fc.constantFrom('1.0', '1.1'),
  headers: fc.array(fc.tuple(fc.constantFrom('X', 'x', 'Content-Type'), text), { maxLength: 4 }),
  body: fc.oneof(
    fc.record({ size: fc.nat(), text }),
    fc.record({
      size: fc.nat(),
      base64: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    }),
    fc.record({ size: fc.nat(), text, undecodable: text }),
  ),
});
const loss = fc.record({
  lost: fc.constantFrom('closed' as const, 'withheld' as const),
  detail: text,
});
const exchange = fc
  .tuple(sent, fc.oneof(answer, loss))
  .map(([rest, came]) => ({ ...rest, answer: came }) as unknown as Exchange);

const origins = {
  api: 'http://127.0.0.1:1/api',
  token: 'http://127.0.0.1:1/token',
  jwks: 'http://127.0.0.1:1/jwks',
};
const record = recordOf({ target: { ...config().target, jwksUrl: origins.jwks } }, '\u2028');

const folder = emptyFolder();
let nth = 0;
afterAll(folder.remove);

async function fileWith(content: string | Buffer): Promise<string> {
  const file = join(folder.path, `${nth++}.har`);
  await writeFile(file, content);
  return file;
}

/**
 * Writes a file with these exchanges. Resolves to its path, its text and the digest that the writer
 * returns.
 */
async function written(exchanges: readonly Exchange[]) {
  const file = join(folder.path, `${nth++}.har`);
  const writer = writeEvidence(file, '0.0.0', record);
  for (const one of exchanges) writer.write(one);
  const digest = await writer.end();
  return { file, digest, whole: await readFile(file, 'utf8') };
}

const isOther = (one: Exchange) => toEntry(one, origins)._other !== undefined;

const distinct = fc.uniqueArray(exchange, { maxLength: 6, selector: ({ key }) => keyText(key) });

test('an entry and a stored request lose nothing as JSON', () => {
  fc.assert(
    fc.property(exchange, (one) => {
      expect(fromEntry(JSON.parse(JSON.stringify(toEntry(one, origins))))).toEqual(one);
      expect(loadRequest(JSON.parse(JSON.stringify(storeRequest(one.request))))).toEqual(
        one.request,
      );
    }),
  );
});

test('a file is valid HAR 1.2, one entry per line, complete, and has the digest that its writer returns', async () => {
  await fc.assert(
    fc.asyncProperty(distinct, async (exchanges) => {
      const { file, digest, whole } = await written(exchanges);
      expect(digest).toBe((await evidenceDigest(file)).sha256);
      await har(JSON.parse(whole));
      expect(whole).not.toMatch(/[\u2028\u2029]/);
      // The head, the end, and a line before the exchanges that are no plain HTTP.
      const lines = exchanges.length + (exchanges.some(isOther) ? 4 : 3);
      expect(whole.split('\n')).toHaveLength(lines);
      const evidence = await readEvidence(file);
      const arranged = [...exchanges.filter((one) => !isOther(one)), ...exchanges.filter(isOther)];
      expect([...evidence.exchanges.values()]).toEqual(arranged);
      expect(evidence).toMatchObject({ complete: true, record, version: '0.0.0' });
    }),
    { numRuns: 40 },
  );
});

const five = fc.uniqueArray(exchange, {
  minLength: 5,
  maxLength: 5,
  selector: ({ key }) => keyText(key),
});
const [sampled = []] = fc.sample(five, { seed: 1, numRuns: 1 });
const some = [...sampled.filter((one) => !isOther(one)), ...sampled.filter(isOther)];

test('a file that is cut off anywhere is incomplete, and yields only the entries before the cut', async () => {
  const bytes = await readFile((await written(some)).file);
  const ends = [bytes.lastIndexOf('\n]')];
  for (let at = bytes.indexOf('\n') + 1; at < bytes.length - 2; at += 97) ends.push(at);
  for (const at of ends) {
    const evidence = await readEvidence(await fileWith(bytes.subarray(0, at)));
    expect(evidence.complete).toBe(false);
    expect([...evidence.exchanges.values()]).toEqual(some.slice(0, evidence.exchanges.size));
    if (at === ends[0]) expect(evidence.exchanges.size).toBe(some.length);
  }
});

test.each<
  [what: string, change: (lines: string[], entry: string) => readonly string[], expected: object]
>([
  ['missing', (lines) => lines.toSpliced(2, 1), { complete: false }],
  ['behind the end', (lines, entry) => [...lines.slice(0, -1), entry], { complete: false }],
  ['there twice', (lines, entry) => lines.toSpliced(3, 0, entry), { exchanges: { size: 5 } }],
])('an entry that is %s is noticed', async (_what, change, expected) => {
  const lines = (await written(some)).whole.split('\n');
  const evidence = await readEvidence(await fileWith(change(lines, lines[2] ?? '').join('\n')));
  expect({
    complete: evidence.complete,
    exchanges: { size: evidence.exchanges.size },
  }).toMatchObject(expected);
});

const anotherHar =
  '{"log":{"version":"1.2","creator":{"name":"another","version":"1"},"entries":[]}}';

test.each(['', 'not json', anotherHar])(
  'a file that is not evidence is refused: %j',
  async (content) => {
    await expect(readEvidence(await fileWith(content))).rejects.toThrow(EvidenceError);
  },
);

test.each(['{}', 'null', '{"_key":"a|b|0|c|0"}', '{"_key":7}'])(
  'an invalid entry is refused: %s',
  async (entry) => {
    const [head] = (await written([])).whole.split('\n');
    const file = await fileWith(`${head}\n${entry}\n],"_entries":1}}\n`);
    await expect(readEvidence(file)).rejects.toThrow(EvidenceError);
  },
);

test('a newer format is refused with its version', async () => {
  const { whole } = await written([]);
  const newer = whole
    .replace('"formatVersion":1', '"formatVersion":2')
    .replace('"0.0.0"', '"3.1.4"');
  const expected = /has the format of version 3\.1\.4, which this version does not read/;
  await expect(readEvidence(await fileWith(newer))).rejects.toThrow(expected);
});

test.each([
  ['"plan":{', '"plane":{', "/ must have required property 'plan'"],
  ['"catalogueSha256":"', '"catalogueSha256":7,"x":"', '/catalogueSha256 must be string'],
  ['"tokens":[', '"tokens":7,"x":[', '/plan/has/tokens must be array'],
  ['"sameLanguage":', '"sameLanguages":', "/plan/has must have required property 'sameLanguage'"],
])('a head that does not describe the run is refused: %s', async (from, to, problem) => {
  const { whole } = await written([]);
  expect(whole).toContain(from);
  const file = await fileWith(whole.replace(from, to));
  await expect(readEvidence(file)).rejects.toThrow(
    `${file} does not contain a valid plan of its run: ${problem}.`,
  );
});

test('a missing file is an error of the file system', async () => {
  await expect(readEvidence(join(folder.path, 'nowhere.har'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

const file = join(folder.path, 'lines');

async function linesIn(text: string) {
  writeFileSync(file, text);
  const lines = [];
  for await (const line of linesOf(file)) lines.push(line);
  return lines;
}

// Longer than one read, with multi-byte characters at the boundaries.
const long = fc.tuple(
  fc.constantFrom('ä', '€', '𝄞', 'a'),
  fc.integer({ min: 60_000, max: 300_000 }),
);
const line = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zä€\u2028\r]{0,12}$/) },
  { weight: 1, arbitrary: long.map(([character, times]) => character.repeat(times)) },
);

test('a file is read line by line, with the correct offset of each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), async (written, isEnded) => {
      const text = `${written.join('\n')}${isEnded ? '\n' : ''}`;
      const expected = text.split('\n');
      if (expected.at(-1) === '') expected.pop();
      const lines = await linesIn(text);
      const bytes = readFileSync(file);
      const placed = lines.map(({ offset, length }) =>
        bytes.subarray(offset, offset + length).toString('utf8'),
      );
      // Compare the number of lines first: vitest takes minutes to show a difference between long
      // strings.
      expect(lines.length).toBe(expected.length);
      expect(lines.every(({ text }, at) => text === expected[at] && placed[at] === text)).toBe(
        true,
      );
    }),
    { numRuns: 40 },
  );
});

async function evidenceOf(count: number) {
  const exchanges = Array.from({ length: count }, (_, index) =>
    answered(200 + index, { ...key(), index }),
  );
  const har = join(folder.path, 'exchanges.har');
  const writer = writeEvidence(har, '0.0.0', recordOf());
  for (const exchange of exchanges) writer.write(exchange);
  await writer.end();
  return { har, exchanges, stored: (await readEvidence(har)).exchanges };
}

test('exchanges are found by key, in any order, and none stays in memory', async () => {
  const { har, exchanges, stored } = await evidenceOf(30);
  expect(stored.size).toBe(30);
  for (const exchange of exchanges.toReversed()) {
    const text = keyText(exchange.key);
    expect(stored.get(text)).toEqual(exchange);
    expect(stored.get(text)).not.toBe(stored.get(text));
  }
  expect([...stored.keys()]).toEqual(exchanges.map((one) => keyText(one.key)));
  expect(stored.get('a|b|0|c|0')).toBeUndefined();
  writeFileSync(har, readFileSync(har, 'utf8').replaceAll('\n', '\r\n'));
  const withCrlf = await readEvidence(har);
  expect(withCrlf.complete).toBe(true);
  expect([...withCrlf.exchanges.values()]).toEqual(exchanges);
});

test('a file that changed since it was read is an error', async () => {
  const { har, stored } = await evidenceOf(3);
  const [first = ''] = stored.keys();
  const text = readFileSync(har, 'utf8');
  writeFileSync(har, `once more ${text}`);
  expect(() => stored.get(first)).toThrow(/was changed while it was read$/);
  writeFileSync(har, text.replace(first, first.replace(/\|0$/, '|1')));
  expect(() => stored.get(first)).toThrow(/was changed while it was read$/);
});

const replies: Readonly<Record<string, (...args: Parameters<Listener>) => void>> = {
  '/api/moved': (_request, response) =>
    void response.writeHead(302, { location: '/api/page?q=%C3%A9&r=' }).end(),
  '/api/page?q=%C3%A9&r=': (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<title>é</title><p>as recorded</p>`);
  },
  '/api/bytes': (_request, response) => void response.end(Buffer.from([0xff, 0x00, 0xfe])),
};

describeInBrowser('evidence as HAR', (browser) => {
  test('Playwright plays it back to Chromium: redirects, queries and bodies, without the target', async () => {
    const folder = emptyFolder();
    onTestFinished(folder.remove);
    const file = join(folder.path, 'exchanges.har');
    let requests = 0;
    const settings = await servingRun((request, response) => {
      requests++;
      replies[request.url ?? '']?.(request, response);
    });
    const writer = writeEvidence(file, '0.0.0', recordOf(settings));
    const { send } = traffic(settings, writer.write);
    for (const [nth, path] of Object.keys(replies).entries())
      await send(get(path.replace('/api', '')), nth);
    await writer.end();
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    await context.routeFromHAR(file, { notFound: 'abort' });
    const page = await context.newPage();
    const { baseUrl } = settings.target;
    const shown = await page.goto(`${baseUrl}/moved`);
    expect(await page.title()).toBe('é');
    expect([shown?.status(), shown?.url()]).toEqual([200, `${baseUrl}/page?q=%C3%A9&r=`]);
    const bytes = `fetch('${baseUrl}/bytes').then((came) => came.arrayBuffer()).then((all) => [...new Uint8Array(all)])`;
    expect(await page.evaluate(bytes)).toEqual([0xff, 0x00, 0xfe]);
    await expect(page.evaluate(`fetch('${baseUrl}/page')`)).rejects.toThrow(/Failed to fetch/);
    expect(requests).toBe(3);
  });
});
