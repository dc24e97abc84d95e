import { har } from 'har-validator';
import { expect, test } from 'vitest';
import type { EvidenceEntry } from '../../engine/evidence/har-entry.ts';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { call, read, result, serve, write } = workspace();
const ofHeaders = 'auth/missing,user/malformed';
// The first sends a traceparent of its own. Node.js refuses requests of the others before the
// reference gets them.
const skip = '--skip http/no-server-error,errors/method,http/large-input';
const run = `run --depth quick --seed 9 --no-allure --claim cash,portfolios ${skip} --only ${ofHeaders},http/private-data-not-shared`;

const composeOf = (id: string) =>
  faults.find((fault) => fault.id === id)?.compose ?? expect.fail(id);
const entriesOf = (out: string): EvidenceEntry[] => {
  const { log } = JSON.parse(read(out, 'exchanges.har'));
  return [...log.entries, ...log._other];
};
const traceparentOf = ({ request }: EvidenceEntry) =>
  request.headers.find(({ name }) => name === 'traceparent')?.value;
const failureOf = ({ failures }: Result, id: string) =>
  failures.find(({ requirement }) => requirement === id);

test('with --trace-context a finding has the trace id that the server received', {
  timeout: 120_000,
}, async () => {
  const received: (string | undefined)[] = [];
  const target = await serve([
    ...['guard-forgotten-on-portfolios', 'cash-for-shared-caches'].map(composeOf),
    (parts) => ({
      ...parts,
      intercept: (incoming, outgoing) => {
        received.push(incoming.headersDistinct['traceparent']?.join());
        return parts.intercept(incoming, outgoing);
      },
    }),
  ]);
  const variables = variablesOf(target);
  await call(`${run} --out off`, variables);
  expect(received.filter((one) => one !== undefined)).toEqual([]);
  received.length = 0;
  await call(`${run} --trace-context --out on`, variables);

  const traced = received.filter((one) => one !== undefined);
  expect(traced.length).toBeGreaterThan(5);
  expect(new Set(traced).size).toBe(traced.length);
  const entries = entriesOf('on');
  await har({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
  const recorded = entries.map(traceparentOf).filter((one) => one !== undefined);
  expect(recorded.toSorted()).toEqual(traced.toSorted());
  for (const entry of entries) expect(traceparentOf(entry)?.slice(3, 35)).toBe(entry._traceId);
  const tests = entries.filter(({ _key }) =>
    ofHeaders.split(',').includes(_key.split('|')[0] ?? ''),
  );
  expect(tests.filter(({ _key, _traceId }) => _traceId && !/\|(control|step)/.test(_key))).toEqual(
    [],
  );

  const found = failureOf(result('on'), 'http/private-data-not-shared')?.traceId ?? '';
  expect(traced.map((one) => one.slice(3, 35))).toContain(found);
  expect(failureOf(result('on'), 'auth/missing')).not.toHaveProperty('traceId');
  expect(read('on', 'index.html')).toContain(`<code>${found}</code>`);
  expect(result('on').requirements.map(({ id, outcome }) => [id, outcome])).toEqual(
    result('off').requirements.map(({ id, outcome }) => [id, outcome]),
  );
  await call('judge on/exchanges.har --no-allure --out judged');
  expect(result('judged').failures).toEqual(result('on').failures);

  await call('report on --publish --no-allure --only html --out masked');
  expect(read('masked', 'index.html')).toContain(`<code>${found}</code>`);
  await call(`${run} --trace-context --publish --out published`, variables);
  const { traceId } = failureOf(result('published'), 'http/private-data-not-shared') ?? {};
  const published = entriesOf('published').filter(({ _traceId }) => _traceId === traceId);
  expect(published.map((entry) => traceparentOf(entry)?.slice(3, 35))).toEqual([traceId]);

  write('traced.json', { traceContext: true });
  const nth = result('on').failures.findIndex((one) => one.traceId === found) + 1;
  const { stdout } = await call(`replay on --failure ${nth} --config traced.json`, variables);
  expect(stdout).toMatch(/now 200 in trace [0-9a-f]{32}: still fails/);
  expect(stdout).not.toContain(found);
});
