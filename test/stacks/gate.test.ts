import { describe, expect, test } from 'vitest';
import { listed, scopeIsGate } from '../scope.ts';
import { type Case, casesOf, nameOf } from './cases.ts';
import { certifyCase } from './certify.ts';
import { missing } from './missing.ts';
import { problemsOf } from './problems.ts';
import { stacks } from './stacks.ts';

/** The stacks from npm, and the two most common proxies. */
const inGate = ['fastify', 'express', 'nest', 'hapi', 'nginx', 'varnish'];
const days = Math.floor(Date.now() / 86_400_000);

/** Each stack as written, and with one fault, which changes every day. */
const ofToday = stacks
  .filter(({ id }) => inGate.includes(id))
  .flatMap((stack): Case[] => {
    const [written, ...others] = casesOf([stack]);
    const faults = others.filter(({ kind }) => kind === 'fault');
    const fault = faults[days % faults.length];
    return [written, fault].filter((one) => one !== undefined);
  });

const all = casesOf(stacks);
const installed = ofToday.filter(({ stack }) => missing(stack) === undefined);
const taken = scopeIsGate ? ofToday : installed.slice(0, 1);
listed(
  'stacks',
  taken,
  all,
  scopeIsGate
    ? 'each of the gate as written and with one fault, by date'
    : 'the first one that is installed',
);

describe('a stack', () => {
  test.each(taken.map((one) => [nameOf(one), one] as const))(
    '%s',
    { timeout: 300_000 },
    async (_name, one) => {
      expect(missing(one.stack)).toBeUndefined();
      const problems = async () =>
        problemsOf(one, await certifyCase(one, { seed: 1, depth: 'quick' }));
      const found = await problems();
      // Try a missed fault again, as `npm run prove` does: on a busy machine, requests may not be
      // simultaneous. A false alarm counts at once.
      expect(
        found.some((problem) => problem.startsWith('missed')) ? await problems() : found,
      ).toEqual([]);
    },
  );

  test('no id occurs twice', () => {
    const names = all.map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
