import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Json, sentHeader } from '../../engine/index.ts';
import { isolation } from '../../suites/every-endpoint/user-isolation.ts';
import { asking, boundTo } from '../suites/asking.ts';

type User = 'first' | 'second';

/** What the second user gets who brings a cookie; `sets`: whether answers set any. */
async function run(
  inSession: (nth: number) => User,
  sets = true,
  plain: (step: string) => User | undefined = () => undefined,
  says: (user: User) => Json = (user) => ({ data: [{ of: user, amount: user === 'first' ? 1 : 2 }] }),
) {
  const bound = { ...boundTo('cash'), covers: (name: string) => name === 'cash' };
  let brought = 0;
  const judged = await (isolation as Scenario).run(
    bound,
    asking((step, _path, _nth, request) => {
      const named: User = step.endsWith('second') ? 'second' : 'first';
      const hasCookie = sentHeader(request, 'Cookie').length > 0;
      const user = hasCookie ? inSession(brought++) : (plain(step) ?? named);
      return {
        body: says(user),
        headers: [['Content-Type', 'application/json'], ...(sets ? [['Set-Cookie', 'SID=1'] as const] : [])],
      };
    }),
  );
  return { brought, causes: judged.flatMap((one) => (one.kind === 'violated' ? [one.cause] : [])) };
}

describe('a session that was opened for another user', () => {
  const cause = 'an answer carries data of another user';

  test('wins over x-user-id where it does so each time, and nothing else explains it', async () => {
    expect(await run(() => 'first')).toEqual({ brought: 3, causes: [cause] });
  });

  test('is no finding where it did so once, or where the user is mixed up without it as well', async () => {
    expect((await run((nth) => (nth === 0 ? 'first' : 'second'))).causes).toEqual([]);
    expect((await run(() => 'second')).brought).toBe(1);
    expect(
      (
        await run(
          () => 'first',
          true,
          (step) => (step.includes('no-session') ? 'first' : undefined),
        )
      ).causes,
    ).toEqual([]);
  });

  test('is no finding where the cookie may have chosen the node that names itself, or the half of an experiment', async () => {
    const inSession = async (says: (user: User) => Json) => (await run(() => 'first', true, undefined, says)).causes;
    expect(await inSession((user) => ({ data: [], node: user }))).toEqual([]);
    expect(
      await inSession((user) => ({ data: [], node: { name: user, rack: `of ${user}`, up: `as ${user}` } })),
    ).toEqual([]);
    expect(await inSession((user) => ({ data: [user] }))).toEqual([cause]);
    expect(
      await inSession((user) => ({ name: user, street: `${user}'s`, city: `of ${user}`, mail: `${user}@` })),
    ).toEqual([cause]);
  });

  test('is not tried where one answer was mixed up without it, which a session would be accused of', async () => {
    const mixedUp = (step: string) => (step.endsWith('together-3-first') ? 'second' : undefined);
    expect(await run(() => 'first', true, mixedUp)).toEqual({ brought: 0, causes: [cause] });
  });

  test('is not tried where no answer sets a cookie', async () => {
    expect(await run(() => 'first', false)).toEqual({ brought: 0, causes: [] });
  });
});
