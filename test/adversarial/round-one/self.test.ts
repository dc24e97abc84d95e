import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { defectProbes } from './probes/defect-probes.ts';
import { Probe } from './probes/probe.ts';
import { variationProbes } from './probes/variation-probes.ts';
import { variations } from './variations.ts';

let correct: Probe;

beforeAll(async () => {
  correct = await Probe.open();
});

afterAll(() => correct.close());

async function open<Seen>(toggle: string, see: (probe: Probe) => Promise<Seen>): Promise<Seen> {
  const probe = await Probe.open(toggle);
  try {
    return await see(probe);
  } finally {
    await probe.close();
  }
}

async function expectServed(probe: Probe): Promise<void> {
  const statuses = Object.entries(await probe.serveAll());
  expect(statuses.filter(([, status]) => status < 200 || status > 299)).toEqual([]);
}

describe('the implementation', () => {
  it('serves every endpoint', () => expectServed(correct));

  it('refuses toggles that nobody declared', async () => {
    await expect(Probe.open('no-such-toggle')).rejects.toThrow('no-such-toggle');
  });

  it('has a probe for each toggle, and each toggle once', () => {
    expect(Object.keys(defectProbes).sort()).toEqual(defects.map(({ id }) => id).sort());
    expect(Object.keys(variationProbes).sort()).toEqual(variations.map(({ id }) => id).sort());
  });
});

describe('each defect shows', () => {
  it.each(fewOf(Object.entries(defectProbes)))('%s', async (id, see) => {
    expect(await open(id, see)).not.toEqual(await see(correct));
  });
});

describe('each variation serves and is different', () => {
  it.each(fewOf(Object.entries(variationProbes)))('%s', async (id, see) => {
    const seen = await open(id, async (probe) => {
      await expectServed(probe);
      return see(probe);
    });
    expect(seen).not.toEqual(await see(correct));
  });
});
