import { describe, expect, test } from 'vitest';
import { type Fault, faults } from '../../fixtures/faults/index.ts';
import { sample } from '../scope.ts';
import { seeds } from './at-standard.ts';
import { startFaulty } from './faulty-server.ts';

/** What asks the server at fault: a defect of the guard shows on any endpoint. */
function askingOf({ id, breaks: [intended], needs = [] }: Fault): readonly string[] {
  if (intended === 'declared/malformed-body') return [`${intended} on POST /test/deposits`];
  if (intended !== 'http/no-server-error') return [intended];
  if (id.startsWith('rare-user-')) return ['user/malformed'];
  if (id.startsWith('rare-authorization-')) return ['auth/malformed'];
  if (id.startsWith('rare-forged-')) return ['auth/forged'];
  if (/^rare-(?:query|guide)-/.test(id)) return ['robustness/unexpected-query', 'guide/malformed-id'];
  if (needs.includes('orders')) return ['http/no-server-error on orders', 'orders/wrong-type'];
  return ['http/no-server-error on address', 'address/coercion', 'address/wrong-type', 'address/wrong-shape'];
}

const rare = faults.filter(({ id }) => id.startsWith('rare-'));
const all = rare.map((fault) => [fault.id, fault, askingOf(fault)] as const);

describe('a fault that few values show is found at depth standard with every seed', () => {
  test.each(sample('faults shown by malformed values', all, 8))('%s', async (_id, fault, asking) => {
    const server = await startFaulty(fault, asking);
    try {
      const missed: number[] = [];
      for (const seed of seeds) if ((await server.find(seed)) === undefined) missed.push(seed);
      expect(missed).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
