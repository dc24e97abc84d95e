import { describe, expect, test } from 'vitest';
import { type Json, sentHeader } from '../../../engine/index.ts';
import { enquiryOf, readAnswer, type User } from '../../../suites/every-endpoint/enquiry.ts';
import { ownershipOf } from '../../../suites/every-endpoint/own-answers.ts';
import { judgeSession } from '../../../suites/every-endpoint/session-of-another.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { asking, boundTo } from '../asking.ts';
import { userOf } from '../recorded.ts';
import { isolated, mixedUp } from './two-users.ts';

const type = ['Content-Type', 'application/json'] as const;
const cookie = ['Set-Cookie', 'SID=1'] as const;
const amounts = (user: User): Json => ({ data: [{ of: user, amount: user === 'first' ? 1 : 2 }] });

/** Runs user/isolation. `inSession` is whose data the second user gets with a cookie, and `plain` whose without. */
async function run(
  inSession: (nth: number) => User,
  plain: (step: string) => User | undefined = () => undefined,
  { sets = true, says = amounts } = {},
) {
  let brought = 0;
  const { causes } = await isolated((step, who, { request }) => {
    const user = sentHeader(request, 'Cookie').length > 0 ? inSession(brought++) : (plain(step) ?? who);
    return { body: says(user), headers: sets ? [type, cookie] : [type] };
  });
  return { brought, causes };
}

describe('the session of the first user', () => {
  test('is a finding if it overrides x-user-id each time', async () => {
    expect(await run(() => 'first')).toEqual({ brought: 3, causes: [mixedUp] });
  });

  test('is no finding once, or if the users are mixed up without it too', async () => {
    expect((await run((nth) => (nth === 0 ? 'first' : 'second'))).causes).toEqual([]);
    expect(await run(() => 'second')).toEqual({ brought: 1, causes: [] });
    const without = (step: string) => (step.includes('no-session') ? 'first' : undefined);
    expect((await run(() => 'first', without)).causes).toEqual([]);
  });

  test.each<[string, string[], (user: User) => Json]>([
    ['the name of a node', [], (user) => ({ data: [], node: user })],
    ['a node', [], (user) => ({ data: [], node: { name: user, rack: `of ${user}`, up: `as ${user}` } })],
    ['data', [mixedUp], (user) => ({ data: [user] })],
    ['an account', [mixedUp], (user) => ({ name: user, street: `${user}'s`, city: `of ${user}`, mail: `${user}@` })],
  ])('selects %s: %j', async (_what, causes, says) => {
    expect((await run(() => 'first', undefined, { says })).causes).toEqual(causes);
  });

  test('is not tried if a response was mixed up without it, or sets no cookie', async () => {
    const strange = (step: string) => (step.endsWith('together-3-first') ? 'second' : undefined);
    expect(await run(() => 'first', strange)).toEqual({ brought: 0, causes: [mixedUp] });
    expect(await run(() => 'first', undefined, { sets: false })).toEqual({ brought: 0, causes: [] });
  });
});

const of = (user: User): Given => ({ body: { data: [user] } });
const named = (node: User): Given => ({ body: { data: [], node } });

test.each<[string, object[], Given, Given, string?]>([
  ['the own', [{ kind: 'pass' }], of('second'), of('second')],
  ['a refusal', [], apiError(403), of('second')],
  ['the other user’s, and a refusal without it', [], of('first'), apiError(403)],
  ['the other user’s, and without it as well', [], of('first'), of('first')],
  ['the other user’s by a name alone', [], named('first'), named('second'), '/node'],
])('the response in that session is %s: %j', async (_what, expected, inSession, without, place = '/data/0') => {
  const marks = new Map([[place, ['"first"', '"second"'] as const]]);
  const ask = asking((_step, _path, _nth, request) => {
    if (sentHeader(request, 'Cookie').length > 0) return inSession;
    return userOf(request) === 'first' ? of('first') : without;
  });
  const enquiry = enquiryOf('cash', boundTo('cash'), ask);
  const sample = readAnswer(answered({ ...of('first'), headers: [cookie] }), 'first');
  const judged = await judgeSession(enquiry, sample, marks, ({ leaves, user }) => ownershipOf(leaves, marks, user));
  expect(judged).toEqual(expected);
});
