import { describe, expect, test } from 'vitest';
import { type Case, casesOf, nameOf } from './cases.ts';
import { certifyCase } from './certify.ts';
import { missing } from './missing.ts';
import { problemsOf } from './problems.ts';
import { stacks } from './stacks.ts';

const scope = process.env['SCOPE'] || 'quick';
/** What npm installs, and the two proxies that most have. */
const inGate = ['fastify', 'express', 'nest', 'hapi', 'nginx', 'varnish'];
const days = Math.floor(Date.now() / 86_400_000);

/** Each stack as written, and with one fault: another one each day. */
const ofToday = stacks
  .filter(({ id }) => inGate.includes(id))
  .flatMap((stack): Case[] => {
    const [written, ...others] = casesOf([stack]);
    const faults = others.filter(({ kind }) => kind === 'fault');
    const fault = faults[days % faults.length];
    return [written, fault].filter((one) => one !== undefined);
  });

const taken = scope === 'quick' ? ofToday.filter(({ stack }) => missing(stack) === undefined).slice(0, 1) : ofToday;

describe(`stacks, ${taken.length} of ${casesOf(stacks).length} cases`, () => {
  test.each(taken.map((one) => [nameOf(one), one] as const))('%s', { timeout: 300_000 }, async (_name, one) => {
    expect(missing(one.stack)).toBeUndefined();
    const row = await certifyCase(one, { seed: 1, depth: 'quick' });
    expect(problemsOf(one, row)).toEqual([]);
  });

  test('every id is there once', () => {
    const names = casesOf(stacks).map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
