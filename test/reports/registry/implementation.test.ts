import { expect, test } from 'vitest';
import { implementationName } from '../../../reports/registry/implementation-name.ts';
import { recordRun } from '../../../reports/registry/recorded-run.ts';
import { certify } from '../../engine/session/in-process.ts';
import { conformant, interrupted, nonConformant } from '../results.ts';
import { dated, implementationsOf } from './site.ts';

test('implementations are sorted by name, their runs newest first, in any order of results and zone of dates', () => {
  const results = [
    dated(nonConformant, 'beta', '2026-03-01T00:00:00.000Z'),
    dated(conformant, 'Alpha', '2026-02-01T12:00:00+02:00'),
    dated(nonConformant, 'Alpha', '2026-02-01T11:00:00Z'),
    dated(conformant, 'Alpha', '2026-01-01T00:00:00.000Z'),
  ];
  for (const order of [results, results.toReversed()]) {
    const made = implementationsOf(order);
    expect(made.map(({ name, runs }) => [name, runs.map(({ result }) => result.run.startedAt)])).toEqual([
      ['Alpha', ['2026-02-01T11:00:00Z', '2026-02-01T12:00:00+02:00', '2026-01-01T00:00:00.000Z']],
      ['beta', ['2026-03-01T00:00:00.000Z']],
    ]);
  }
});

test('the newest complete run decides the verdict of an implementation', () => {
  const runs = [
    dated(nonConformant, 'alpha', '2026-01-01T00:00:00.000Z'),
    dated(conformant, 'alpha', '2026-01-02T00:00:00.000Z'),
    dated(interrupted, 'alpha', '2026-01-03T00:00:00.000Z'),
  ];
  const [whole] = implementationsOf(runs);
  expect(whole?.latest.result.run.startedAt).toBe('2026-01-02T00:00:00.000Z');
  expect(whole?.latest.verdict).toBe('conformant');
  expect(whole?.runs.map(({ incomplete }) => incomplete)).toEqual(['ended-early', undefined, undefined]);
  const [part] = implementationsOf(runs.slice(2));
  expect(part?.latest).toMatchObject({ verdict: 'inconclusive', incomplete: 'ended-early' });
});

test('a selection of requirements cannot be conformant, but can be non-conformant', async () => {
  const { result } = await certify({ only: ['guides/ok'] });
  for (const [verdict, stands] of [
    ['conformant', 'inconclusive'],
    ['non-conformant', 'non-conformant'],
  ] as const)
    expect(recordRun({ ...result, verdict }).run).toMatchObject({ verdict: stands, incomplete: 'selection' });
  expect(recordRun(conformant).run).not.toHaveProperty('incomplete');
});

test.each([
  ['https://api.example.com/v1/', undefined, 'api.example.com/v1'],
  ['https://someone:secret@api.example.com:8443/?key=1#x', undefined, 'api.example.com:8443'],
  ['https://api.example.com', '  ', 'api.example.com'],
  ['https://api.example.com', ' Acme ', 'Acme'],
  ['javascript:xss(1)', undefined, 'javascript:xss(1)'],
  ['no address', undefined, 'no address'],
])('the name of %s called %s is %s', (baseUrl, implementation, expected) => {
  const target = { baseUrl, authUrl: '', ...(implementation === undefined ? {} : { implementation }) };
  expect(implementationName({ ...conformant, target })).toBe(expected);
});
