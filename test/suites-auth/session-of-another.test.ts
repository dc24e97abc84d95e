import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Json, sentHeader } from '../../engine/index.ts';
import { enquiryOf, readAnswer } from '../../suites/every-endpoint/enquiry.ts';
import { ownershipOf } from '../../suites/every-endpoint/own-answers.ts';
import { judgeSession } from '../../suites/every-endpoint/session-of-another.ts';
import { isolation } from '../../suites/every-endpoint/user-isolation.ts';
import { answered, type Given } from '../suites/answered.ts';
import { apiError } from '../suites/api-error.ts';
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

describe('of the answers in a session that was opened for another user', () => {
  const of = (user: User): Given => ({ body: { data: [user] } });

  /** What tells the two users apart stands at that place. */
  async function judged(inSession: Given, without: Given, place = '/data/0') {
    const marks = new Map([[place, ['"first"', '"second"'] as const]]);
    const ask = asking((_step, _path, _nth, request) => {
      if (sentHeader(request, 'Cookie').length > 0) return inSession;
      return sentHeader(request, 'x-user-id')[0] === '{{user:first}}' ? of('first') : without;
    });
    const cookies = answered({ ...of('first'), headers: [['Set-Cookie', 'SID=1']] });
    const enquiry = enquiryOf('cash', boundTo('cash'), ask);
    return judgeSession(enquiry, readAnswer(cookies, 'first'), marks, ({ leaves, user }) =>
      ownershipOf(leaves, marks, user),
    );
  }

  test('the user’s own is as it should be', async () => {
    expect(await judged(of('second'), of('second'))).toEqual([{ kind: 'held' }]);
  });

  test.each<[string, Given, Given]>([
    ['that in the session cannot be read', apiError(403), of('second')],
    ['that without the session cannot be read', of('first'), apiError(403)],
    ['that without the session is the other’s as well', of('first'), of('first')],
  ])('nothing is known where %s', async (_what, inSession, without) => {
    expect(await judged(inSession, without)).toEqual([]);
  });

  test('nothing is known where they are the other’s by a name alone', async () => {
    const named = (node: User): Given => ({ body: { data: [], node } });
    expect(await judged(named('first'), named('second'), '/node')).toEqual([]);
  });
});
