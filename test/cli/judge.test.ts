import { beforeAll, expect, test } from 'vitest';
import { outcomeLines } from '../engine/session/in-process.ts';
import { storeShards } from './shards.ts';
import { workspace } from './workspace.ts';

const space = workspace();
const { call, result } = space;
beforeAll(() => storeShards(space));

const durations = (out: string) =>
  result(out).requirements.flatMap(({ durationMs, endpoints }) => [
    durationMs,
    ...endpoints.map((one) => one.durationMs),
  ]);

test('judge has the same outcomes as the run, without the target', async () => {
  expect(await call('judge whole/exchanges.har --out judged --no-allure')).toMatchObject({ code: 0, stderr: '' });
  expect(outcomeLines(result('judged'))).toEqual(outcomeLines(result('whole')));
  expect(durations('judged')).toEqual(durations('whole'));
  expect(durations('whole').filter((ms = 0) => ms > 0).length).toBeGreaterThan(20);
});

test('requirements --json lists every requirement', async () => {
  const { code, stdout } = await call('requirements --json');
  expect(code).toBe(0);
  const { requirements } = JSON.parse(stdout) as { requirements: { id: string }[] };
  expect(requirements.map(({ id }) => id)).toEqual(result('whole').requirements.map(({ id }) => id));
});
