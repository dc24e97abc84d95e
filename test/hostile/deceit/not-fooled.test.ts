import { describe, expect, test } from 'vitest';
import { override } from '../../../fixtures/reference/index.ts';
import { certify, configOf, withOutcome } from '../../kernel/in-process.ts';
import { sample } from '../../scope.ts';
import type { Deceit } from './deceit.ts';
import { fields } from './fields.ts';
import { hidden } from './hidden.ts';
import { statuses } from './statuses.ts';
import { texts } from './texts.ts';
import { tokens } from './tokens.ts';

const families = { statuses, hidden, texts, fields, tokens };

async function outcomes({ compose, only, needs = [] }: Deceit) {
  const { result } = await certify({ ...configOf({ needs }), only }, { compose });
  expect(result.harnessErrors).toEqual([]);
  return result;
}

describe.each(Object.entries(families))('%s', (_family, deceits) => {
  const lies = sample(
    'lies',
    deceits.filter(({ expected }) => typeof expected === 'string'),
    5,
  );
  const oddities = sample(
    'oddities',
    deceits.filter(({ expected }) => typeof expected === 'object'),
    5,
  );

  describe.concurrent('is not fooled', () => {
    test.each(lies.map((deceit) => [deceit.name, deceit.only[0], deceit] as const))(
      '%s: %s',
      async (_name, id, deceit) => {
        const found = withOutcome(
          await outcomes(deceit),
          ...(deceit.expected === 'found' ? ['fail', 'warn'] : ['inconclusive']),
        );
        expect(found).toContain(id);
      },
    );
  });

  describe.concurrent('accuses nobody', () => {
    test.each(oddities.map((deceit) => [deceit.name, deceit] as const))('%s', async (_name, deceit) => {
      const { failures } = await outcomes(deceit);
      expect(failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
    });
  });
});

test('each lie has a name of its own', () => {
  const names = Object.values(families).flatMap((deceits) => deceits.map(({ name, only: [id] }) => `${name}: ${id}`));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('what gives the harness away is the User-Agent, in which it names itself, and nothing else', async () => {
  const seen = new Set<string>();
  const agents = new Set<string>();
  const watch = override('admit', (original) => (visit) => {
    for (const name of visit.request.headers.keys()) seen.add(name);
    agents.add(visit.request.headers.get('user-agent') ?? '');
    return original(visit);
  });
  await certify({ only: ['cash/*', 'guides/*'] }, { compose: watch });
  expect([...seen].sort()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'host',
    'user-agent',
    'x-user-id',
  ]);
  expect([...agents]).toEqual([expect.stringMatching(/^m2m-conformance\//)]);
});
