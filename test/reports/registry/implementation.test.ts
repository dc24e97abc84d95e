import { describe, expect, it } from 'vitest';
import { startReference } from '../../../fixtures/reference/index.ts';
import { implementationName } from '../../../reports/registry/implementation-name.ts';
import { recordRun } from '../../../reports/registry/recorded-run.ts';
import { certifyTarget, fullConfigFor } from '../../kernel/in-process.ts';
import { conformant, interrupted, nonConformant } from '../results.ts';
import { dated, implementationsOf } from './site.ts';

describe('the implementations of a registry', () => {
  it('come by name, their runs newest first, whatever the order of the results and the zone of their dates', async () => {
    const [good, bad] = [conformant, nonConformant];
    const results = [
      dated(bad, 'beta', '2026-03-01T00:00:00.000Z'),
      dated(good, 'Alpha', '2026-02-01T12:00:00+02:00'),
      dated(bad, 'Alpha', '2026-02-01T11:00:00Z'),
      dated(good, 'Alpha', '2026-01-01T00:00:00.000Z'),
    ];
    for (const order of [results, results.toReversed()]) {
      const made = implementationsOf(order);
      expect(made.map(({ name, runs }) => [name, runs.map(({ result }) => result.run.startedAt)])).toEqual([
        ['Alpha', ['2026-02-01T11:00:00Z', '2026-02-01T12:00:00+02:00', '2026-01-01T00:00:00.000Z']],
        ['beta', ['2026-03-01T00:00:00.000Z']],
      ]);
    }
  });

  it('stand by their newest complete run', async () => {
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

  it('are not conformant by a selection of requirements, but may be non-conformant by it', async () => {
    const reference = await startReference({});
    const config = { ...fullConfigFor(reference), only: ['guides/*'] };
    const { result } = await certifyTarget(config).finally(() => reference.close());
    for (const [verdict, stands] of [
      ['conformant', 'inconclusive'],
      ['non-conformant', 'non-conformant'],
    ] as const) {
      expect(recordRun({ ...result, verdict }).run).toMatchObject({ verdict: stands, incomplete: 'selection' });
    }
    expect(recordRun(conformant).run).not.toHaveProperty('incomplete');
  });
});

describe('the name of an implementation', () => {
  it.each([
    ['https://api.example.com/v1/', undefined, 'api.example.com/v1'],
    ['https://someone:secret@api.example.com:8443/?key=1#x', undefined, 'api.example.com:8443'],
    ['https://api.example.com', '  ', 'api.example.com'],
    ['https://api.example.com', ' Acme ', 'Acme'],
    ['javascript:xss(1)', undefined, 'javascript:xss(1)'],
    ['no address', undefined, 'no address'],
  ])('of %s called %s is %s', async (baseUrl, implementation, expected) => {
    const result = conformant;
    const target = { baseUrl, authUrl: '', ...(implementation === undefined ? {} : { implementation }) };
    expect(implementationName({ ...result, target })).toBe(expected);
  });
});
