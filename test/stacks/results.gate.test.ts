import { describe, expect, test } from 'vitest';
import { listed, scopeIsGate } from '../scope.ts';
import { asWritten, type Case, casesOf, nameOf, selected } from './cases.ts';
import { certifyCase, recorded } from './certify.ts';
import { changesSince, resultsFolder } from './compare.ts';
import { missing } from './missing.ts';
import { readResults } from './results.ts';
import { stacks } from './stacks.ts';

/** The stacks from npm, and the two most common proxies. */
const inGate = ['fastify', 'express', 'nest', 'hapi', 'nginx', 'varnish'];
const days = Math.floor(Date.now() / 86_400_000);

/** Each stack as written, and with one fault, which changes every day. */
const ofToday = stacks
  .filter(({ id }) => inGate.includes(id) && asWritten in readResults(resultsFolder, id))
  .flatMap((stack): Case[] => {
    const [written, ...others] = casesOf(stack);
    const faults = others.filter(({ kind }) => kind === 'fault');
    const fault = faults[days % faults.length];
    return [written, fault].filter((one) => one !== undefined);
  });

const installed = ofToday.filter(({ stack }) => missing(stack) === undefined);
const taken = scopeIsGate ? ofToday : installed.slice(0, 1);
listed(
  'stacks',
  taken,
  selected([]),
  scopeIsGate
    ? 'each of the gate as written and with one fault, by date'
    : 'the first one that is installed',
);

describe('a stack has the results that are committed', () => {
  test.each(taken.map((one) => [nameOf(one), one] as const))(
    '%s',
    { timeout: 300_000 },
    async (_name, one) => {
      expect(missing(one.stack)).toBeUndefined();
      const before = readResults(resultsFolder, one.stack.id)[one.id] ?? {};
      const certify = (again: Case) => certifyCase(again, recorded);
      const { changes } = await changesSince(before, one, certify);
      expect(changes).toEqual([]);
    },
  );
});
