import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endpoint, get } from '../samples.ts';
import { asks, catalogueWith, runOn, target } from './running.ts';

test('while a unit that writes waits, another may send, but two never have requests in flight together', async () => {
  const rows = [endpoint({ id: 'GET /users', name: 'users', area: 'users' }), endpoint()];
  const writing = (name: string, pauses: boolean) =>
    asks(
      async (_bound, ask) => {
        await Promise.all([ask('first', get()), ask('beside', get())]);
        if (pauses) await ask.until(1);
        await ask('last', get());
        return [];
      },
      { id: `${name}/writes`, lane: 'writes', endpoints: (one) => one.name === name },
    );
  const { once, ...attempts } = target(() => 200);
  const inFlight: string[] = [];
  const seen = new Set<string>();
  const ended: string[] = [];
  await runOn(catalogueWith([writing('users', true), writing('cash', false)], rows), {
    ...attempts,
    until: async () => {
      while (!ended.includes('cash last')) await turn();
    },
    once: async (key, ...sent) => {
      const name = key.requirement.split('/')[0] ?? '';
      inFlight.push(name);
      seen.add(inFlight.join());
      const came = await once(key, ...sent);
      inFlight.splice(inFlight.indexOf(name), 1);
      ended.push(`${name} ${key.step}`);
      return came;
    },
  });
  expect([...seen].filter((names) => names.includes('cash') || names.includes('users')).sort()).toEqual([
    'cash',
    'cash,cash',
    'users',
    'users,users',
  ]);
  expect(ended.at(-1)).toBe('users last');
});
