import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Har } from 'har-format';
import { har } from 'har-validator';
import { expect, onTestFinished, test } from 'vitest';
import { mergeEvidence } from '../../../cli/evidence.ts';
import { type EvidenceEntry, toEntry } from '../../../engine/evidence/har-entry.ts';
import { readEvidence, writeEvidence } from '../../../engine/evidence/har-file.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import type { Exchange, Request } from '../../../engine/index.ts';
import { emptyFolder } from '../../cli/command.ts';
import { describeInBrowser } from '../../reports/browser.ts';
import { answered, get, key } from '../samples.ts';
import { bearer, type Listener, servingRun, traffic } from '../traffic/serving-run.ts';
import { recordOf } from './record.ts';

// https://github.com/ProxymanApp/proxyman-windows-linux/issues/560: a file that its own tool reads,
// and others do not.

const respond: Listener = (request, response) => {
  const { url = '', method } = request;
  if (url.endsWith('/lost')) return void request.socket.destroy();
  if (url.endsWith('/gzip')) {
    return void response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync('x'.repeat(5_000)));
  }
  if (url.endsWith('/none')) return void response.writeHead(204).end();
  if (url.endsWith('/same')) return void response.writeHead(304).end();
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(method === 'HEAD' ? '' : '{"city":"é"}');
};

const post = (body: Request['body']): Partial<Request> => ({ method: 'POST', body: body ?? '' });

/** Plain HTTP exchanges, with their query list. */
const plain: Readonly<Record<string, readonly [request: Request, query: readonly string[]]>> = {
  'a GET': [get('/cash'), []],
  'a GET with a token': [{ ...bearer, path: '/cash?user=me' }, ['user=me']],
  'repeated and empty parameters': [get('/cash?a=1&a=2&b=%20+&c'), ['a=1', 'a=2', 'b=  ', 'c=']],
  'a value that is no UTF-8': [get('/cash?q=%E0%A4'), []],
  'a value that contains a percent sign': [get('/cash?q=100%25'), []],
  'a HEAD': [{ ...get('/cash'), method: 'HEAD' }, []],
  'a POST with text': [{ ...get('/cash'), ...post('{"city":"é"}') }, []],
  'a 204': [get('/none'), []],
  'a 304': [get('/same'), []],
  'a compressed body': [get('/gzip'), []],
};

/** Exchanges that an entry of HAR cannot describe, with the reason that the file states. */
const others: Readonly<Record<string, readonly [request: Request, why: string]>> = {
  'a lost response': [get('/lost'), 'no response'],
  'an unknown method': [
    { ...get('/cash'), method: 'FROBNICATE' },
    'a method that HTTP does not define',
  ],
  'a method in lower case': [
    { ...get('/cash'), method: 'get' },
    'a method that HTTP does not define',
  ],
  'a request to the listener': [
    { ...get('/cash'), origin: 'listener' },
    'a request to the harness itself',
  ],
  'raw bytes': [{ ...get('/cash'), wire: 'raw' }, 'a request whose bytes HAR cannot show'],
  'bytes in a body': [
    { ...get('/cash'), ...post(['{"city":"', new Uint8Array([0xfc]), '"}']) },
    'a request whose bytes HAR cannot show',
  ],
  'a query that is no URI': [get('/cash?q=%zz'), 'a request target that is no URL'],
};

async function recorded() {
  const folder = emptyFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'exchanges.har');
  const settings = await servingRun(respond);
  const record = recordOf(settings);
  const writer = writeEvidence(file, '0.0.0', record);
  const { send, vault, recorded: exchanges } = traffic(settings, writer.write);
  vault.set('token:scoped', 'token-of-the-run', 'secret');
  // Other exchanges come first, between and last.
  const sent = [
    ...Object.values(others).slice(1),
    ...Object.values(plain),
    ...Object.values(others).slice(0, 1),
  ];
  for (const [nth, [request]] of sent.entries()) await send(request, nth);
  return { folder: folder.path, file, settings, record, writer, exchanges };
}

interface Log {
  readonly log: Har['log'] & {
    readonly _other: readonly EvidenceEntry[];
    readonly _entries: number;
  };
}
const parsed = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Log;
const sorted = (exchanges: Iterable<Exchange>) =>
  [...exchanges].sort((one, other) => (keyText(one.key) < keyText(other.key) ? -1 : 1));

test('only plain HTTP exchanges are among the entries, each on the page, with sizes and a decodable query', async () => {
  const { file, writer, settings } = await recorded();
  await writer.end();
  const { log } = parsed(file);
  await har({ log });
  expect(log.pages).toHaveLength(1);
  expect(log.entries).toHaveLength(Object.keys(plain).length);
  for (const { pageref, request, response, time } of log.entries) {
    expect(pageref).toBe(log.pages?.[0]?.id);
    expect(request.url.startsWith(settings.target.baseUrl)).toBe(true);
    expect(new URL(request.url).href).toBe(request.url);
    expect(['GET', 'HEAD', 'POST']).toContain(request.method);
    expect(response.status).toBeGreaterThanOrEqual(200);
    const sizes = [request, response].flatMap(({ headersSize, bodySize }) => [
      headersSize,
      bodySize,
    ]);
    expect(Math.min(...sizes, response.content.size, time)).toBeGreaterThanOrEqual(0);
    for (const { name, value } of request.queryString) decodeURIComponent(`${name}=${value}`);
    if ([204, 304].includes(response.status)) expect(response.content.text ?? '').toBe('');
    const fields = [...request.headers, ...response.headers];
    expect(fields.filter(({ value }) => /[\r\n]/.test(value))).toEqual([]);
  }
  const queries = log.entries.map(({ request }) =>
    request.queryString.map(({ name, value }) => `${name}=${value}`),
  );
  expect(queries).toEqual(Object.values(plain).map(([, query]) => query));
  const reasons = log._other.map(({ _other }) => _other);
  expect(reasons.toSorted()).toEqual(
    Object.values(others)
      .map(([, why]) => why)
      .toSorted(),
  );
  expect(log._entries).toBe(log.entries.length + log._other.length);
});

test('sizes are those of the bytes on the wire: with secrets, compressed, in UTF-8', async () => {
  const received: string[] = [];
  const settings = await servingRun((request, response) => {
    const { rawHeaders, method, url } = request;
    const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text));
    received.push(`${method} ${url} HTTP/1.1${lines.join('')}\r\n\r\n`);
    respond(request, response);
  });
  const { send, vault, entries } = traffic(settings);
  vault.set('token:scoped', 'token-of-the-run', 'secret');
  await send({ ...bearer, path: '/gzip', ...post('{"city":"é"}') });
  await send({ ...bearer, path: '/gzip', wire: 'raw' }, 1);
  const [first, second] = entries;
  expect(first?.request.bodySize).toBe(Buffer.byteLength('{"city":"é"}'));
  expect([first?.request.headersSize, second?.request.headersSize]).toEqual(
    received.map(({ length }) => length),
  );
  expect(first?.response.content.size).toBe(5_000);
  expect(first?.response.bodySize).toBe(gzipSync('x'.repeat(5_000)).length);
});

test('evidence that was never completed, and merged evidence, contain every exchange', async () => {
  const { folder, file, record, writer, exchanges } = await recorded();
  // A killed run leaves the lines as they were streamed.
  await expect.poll(() => readFileSync(file, 'utf8').split('\n').length).toBe(exchanges.length + 1);
  const killed = join(folder, 'killed.har');
  writeFileSync(killed, readFileSync(file));
  await writer.end();
  for (const one of [file, killed]) {
    const { exchanges: stored, complete } = await readEvidence(one);
    expect(complete).toBe(one === file);
    expect(sorted(stored.values())).toEqual(sorted(exchanges));
    const merged = join(folder, 'merged.har');
    await mergeEvidence([one], merged, '0.0.0', record, () => false);
    // Each line also names its shard.
    expect(readFileSync(merged, 'utf8').replaceAll(',"_shard":1}', '}')).toBe(
      readFileSync(file, 'utf8'),
    );
  }
});

test('an exchange whose status HTTP does not define is no entry', () => {
  const origins = { api: 'http://127.0.0.1:1', token: '', jwks: '' };
  for (const status of [199, 600, 999]) {
    expect(toEntry(answered(status, key()), origins)._other).toBe(
      'a status that HTTP does not define',
    );
  }
  expect(toEntry(answered(599, key()), origins)).not.toHaveProperty('_other');
});

describeInBrowser('the readers of evidence', (browser) => {
  test('Playwright invents no response for a request whose response was lost', async () => {
    const { file, writer, settings } = await recorded();
    await writer.end();
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    await context.routeFromHAR(file, { notFound: 'abort' });
    const page = await context.newPage();
    const { baseUrl } = settings.target;
    await page.goto(`${baseUrl}/cash`);
    const fetched = (path: string) =>
      page.evaluate(`fetch('${baseUrl}${path}').then((came) => came.text())`);
    expect(await fetched('/cash?q=100%25')).toBe('{"city":"é"}');
    await expect(fetched('/lost')).rejects.toThrow(/Failed to fetch/);
  });
});
