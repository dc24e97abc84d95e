import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { har } from 'har-validator';
import { afterAll, expect, test } from 'vitest';
import { maskEvidence } from '../../cli/mask-evidence.ts';
import { writeEvidence } from '../../engine/evidence/har-file.ts';
import { recordOf } from '../engine/evidence/record.ts';
import { answered, get, key } from '../engine/samples.ts';
import { nonConformant } from '../reports/results.ts';
import { emptyFolder } from './command.ts';

const folder = emptyFolder();
afterAll(folder.remove);

test('masked evidence is valid HAR without personal data in URLs, headers, status text and connections', async () => {
  const file = join(folder.path, 'exchanges.har');
  const writer = writeEvidence(file, '0.0.0', recordOf());
  const reply = { status: 302, headers: [['Location', '/u/Ada?of=Vella']] as const };
  const timings = { blocked: 0, dns: -1, connect: 1, ssl: -1, send: 0, wait: 2, receive: 0 };
  const details = { serverIPAddress: '10.1.2.3', connection: '50123', timings };
  const headers = ['User-Agent', 'traceparent'].map((name) => [name, 'x (run Ada)'] as const);
  writer.write(answered(reply, key(), get('/cash?q=Ada+Vella')), {
    ...details,
    headers,
    statusText: 'Found Ada',
  });
  writer.write(answered(200, key('case', 1)), { ...details, headers, statusText: 'OK' });
  const lost = { lost: 'closed', detail: 'by Ada' } as const;
  writer.write({ ...answered(200, key('case', 2), get('/cash?q=Ada')), answer: lost });
  await writer.end();
  const { target } = recordOf().plan;
  await maskEvidence(file, { ...nonConformant, target });
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/Ada|Vella|10\.1\.2|50123/);
  const { log } = JSON.parse(text);
  await har({ log });
  const [first, second] = log.entries;
  expect(first.request.url.endsWith('?q=x+x')).toBe(true);
  expect(first.request.queryString).toEqual([{ name: 'q', value: 'x x' }]);
  expect(first).toMatchObject({
    time: 3,
    timings,
    response: { statusText: 'x x', redirectURL: '/x/x?x=x' },
  });
  expect(second.response.statusText).toBe('OK');
  expect(log.pages.map(({ id }: { id: string }) => id)).toEqual([first.pageref]);
  expect(log._other).toMatchObject([{ _other: 'no response', response: { status: 0 } }]);
  expect([log.entries.length, log._entries]).toEqual([2, 3]);
});
