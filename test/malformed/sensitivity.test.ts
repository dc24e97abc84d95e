import { describe, expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.ts';
import { rareAuthorization } from '../../fixtures/faults/rare-authorization.ts';
import { rareBodies } from '../../fixtures/faults/rare-bodies.ts';
import { rareMembers } from '../../fixtures/faults/rare-members.ts';
import { rareSyntax } from '../../fixtures/faults/rare-syntax.ts';
import { rareTargets } from '../../fixtures/faults/rare-targets.ts';
import { rareTokenRequests } from '../../fixtures/faults/rare-token-requests.ts';
import { rareUserIds } from '../../fixtures/faults/rare-user-ids.ts';
import { sample } from '../scope.ts';
import { seeds } from './at-standard.ts';
import { startFaulty } from './faulty-server.ts';

/** Faults, and what asks the server at fault: a defect of the guard shows on any endpoint. */
const groups: readonly (readonly [readonly Fault[], (fault: Fault) => readonly string[]])[] = [
  [rareUserIds, () => ['user/malformed']],
  [rareAuthorization, () => ['auth/malformed']],
  [rareTargets, () => ['robustness/unexpected-query', 'guide/malformed-id']],
  [
    rareBodies,
    ({ needs = [] }) =>
      needs.includes('orders')
        ? ['http/no-server-error on orders', 'orders/wrong-type']
        : ['http/no-server-error on address', 'address/coercion', 'address/wrong-type', 'address/wrong-shape'],
  ],
  [
    rareMembers,
    ({ breaks: [intended] }) => [
      intended === 'declared/malformed-body' ? `${intended} on POST /test/deposits` : intended,
    ],
  ],
  [rareSyntax, ({ breaks: [intended] }) => [intended]],
  [rareTokenRequests, ({ breaks: [intended] }) => [intended === 'http/no-server-error' ? 'auth/forged' : intended]],
];

const all = groups.flatMap(([faults, askingOf]) => faults.map((fault) => [fault.id, fault, askingOf(fault)] as const));

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
