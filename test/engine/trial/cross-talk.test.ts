import { expect, test } from 'vitest';
import { mannerOf } from '../../../engine/catalogue/recipe.ts';
import { type Exchange, isAnswered } from '../../../engine/index.ts';
import { decide, findCrossTalk } from '../../../engine/trial/cross-talk.ts';
import { type Look, Observer, observe } from '../../../engine/trial/observe.ts';
import type { Arm, ScheduleName } from '../../../engine/trial/schedules.ts';
import { answered } from '../../suites/answered.ts';
import { type Arrival, askServed } from './served.ts';

const statements = (text: string) => new Set(text.split(' ').map((one) => `/${one}\n${one}`));

interface Group extends Partial<Omit<Look, 'says' | 'exchange'>> {
  readonly count: number;
  /** What the responses contain. Default: A for arm 0 and B for arm 1. */
  readonly says?: string;
  /** Seconds between the responses. */
  readonly everyS?: number;
}

/** `flipped` exchanges the arms, and A and B. Every other 10 s belong to responses with `says`. */
function looksOf(groups: readonly Group[], flipped: boolean): readonly Look[] {
  const other = (arm: Arm): Arm => (flipped === (arm === 0) ? 1 : 0);
  const swapped = (text: string) =>
    flipped ? text.replace(/[AB]/g, (one) => (one === 'A' ? 'B' : 'A')) : text;
  return groups.flatMap(({ count, says, arm = 0, after, ...others }) =>
    Array.from({ length: count }, (_, nth) => ({
      schedule: 'turns' as const,
      isAfterPause: false,
      isUnique: false,
      ...others,
      arm: other(arm),
      after: after === undefined ? undefined : other(after),
      says: statements(swapped(says ?? 'AB'[arm] ?? '')),
      exchange: { ...answered(), endedAt: 20_000 * nth + (says === undefined ? 10_000 : 0) },
    })),
  );
}

/** Responses of arm 0, some of which contain data of the other arm. */
const some = (
  count: number,
  strange: number,
  says: string,
  what: Partial<Group>,
): readonly Group[] => [
  { ...what, count: strange, says },
  { ...what, count: count - strange },
];
const most = (what: Partial<Group>, says = 'B') => some(20, 15, says, what);
const once = (what: Partial<Group>, says = 'B') => some(20, 1, says, what);
const none = (what: Partial<Group>) => some(20, 0, '', what);
const [own, other] = [{ after: 0 }, { after: 1 }] as const;
const elsewhere = { schedule: 'blocks' } as const;
const crowd = { schedule: 'crowd' } as const;
const unique = { schedule: 'unique-urls', after: 1, isUnique: true } as const;
const ofOne = { schedule: 'crowds-apart', isUnique: true } as const;
const second = (says: string) => [{ count: 20, arm: 1, after: 1, says }] as const;
const alone = [...none(own), ...second('B')];
const large = [...none(own), ...second('B C D E F')];
const fresh = [...none(unique), { ...unique, count: 20, arm: 1, after: 0 }] as const;

test.each<[string, string, ...(readonly Group[])[]]>([
  ['alike', 'nothing distinguishes the arms', none(own), second('A')],
  ['same', 'every response is its own', alone, fresh],
  ['undecided', 'once', alone, once(crowd)],
  [
    '15 of 60',
    'in crowds',
    alone,
    none(ofOne),
    some(10, 8, 'B', crowd),
    some(10, 7, 'B', { schedule: 'crowds' }),
  ],
  ['same', 'in crowds, by chance', alone, none(ofOne), some(20, 14, 'B', crowd)],
  ['same', 'in crowds, and in one of this arm', alone, once(ofOne), most(crowd)],
  ['same', 'in crowds, and once alone', alone, none(ofOne), once(own), most(crowd)],
  ['same', 'in crowds, few of which were of this arm', alone, some(2, 0, '', ofOne), most(crowd)],
  ['same', 'in no known circumstance', alone, none(ofOne), fresh, most(elsewhere)],
  ['15 of 40', 'on a shared connection', alone, most({ ...own, schedule: 'in-turn' })],
  [
    '15 of 40',
    'on a shared connection, in another schedule',
    alone,
    most({ ...own, schedule: 'shared-turns' }),
  ],
  ['15 of 40', 'more after the other arm', alone, most(other, 'A B')],
  ['same', 'more after the other arm, by chance', alone, some(20, 14, 'A B', other)],
  [
    'same',
    'more after the other arm at unique URLs',
    alone,
    most({ after: 1, isUnique: true }, 'A B'),
  ],
  ['15 of 40', 'at the usual URL', most(own), second('B'), fresh],
  [
    'same',
    'at the usual URL, and once at a unique one',
    most(own),
    second('B'),
    fresh,
    once(unique),
  ],
  ['2 of 22', 'four values of the other arm', large, some(2, 2, 'B C D E', elsewhere)],
  ['same', 'three values of the other arm', large, some(2, 2, 'B C D', elsewhere)],
  [
    'same',
    'four values once, and one',
    large,
    some(1, 1, 'B C D E', elsewhere),
    some(3, 3, 'B', elsewhere),
  ],
  ['without A, 15 of 40', 'less after the other arm', alone, most(other, 'C')],
  ['same', 'less after the other arm, by chance', alone, some(20, 14, 'C', other)],
  ['same', 'less after the other arm, and once alone', alone, once(own, 'C'), most(other, 'C')],
  [
    'same',
    'less after the other arm at unique URLs',
    alone,
    most({ after: 1, isUnique: true }, 'C'),
  ],
  ['same', 'less at the start of schedules', alone, most(elsewhere, 'C')],
  [
    'without A, 15 of 41',
    'less, and another value once',
    alone,
    most(other, 'C'),
    some(1, 1, 'B', elsewhere),
  ],
])('%s: %s', (expected, _title, ...groups) => {
  for (const flipped of [false, true]) {
    const decided = decide(looksOf(groups.flat(), flipped));
    const seen =
      'shown' in decided ? `${decided.shown} of ${decided.of}: ${decided.statement}` : decided.kind;
    const statement = expected.startsWith('without') === flipped ? '/B\nB' : '/A\nA';
    expect(seen).toBe(expected.includes('of') ? `${expected.slice(-8)}: ${statement}` : expected);
  }
});

test.each<
  [
    expected: Readonly<Record<string, string>> & { readonly in: string },
    ...groups: (Group | readonly Group[])[],
  ]
>([
  [{ in: 'in-flight', share: '15 of 20', alone: '0 of 20' }, alone, none(ofOne), most(crowd)],
  [{ in: 'same-connection', share: '15 of 20' }, alone, most({ ...own, schedule: 'shared-turns' })],
  [{ in: 'in-sequence', share: '15 of 20', 'same-user': '0 of 20' }, alone, most(other, 'A B')],
  [
    { in: 'in-sequence', share: '23 of 28', next: '0 of 8' },
    ...[alone, most(other, 'A B')],
    ...Array.from({ length: 8 }, () => [some(1, 1, 'A B', other), some(1, 0, '', own)].flat()),
  ],
  [{ in: 'in-sequence', share: '15 of 20', 'new-url': '0 of 20' }, most(own), second('B'), fresh],
  [{ in: 'in-sequence', share: '15 of 20' }, alone, most(other, 'C')],
  [{ in: 'alone', share: '2 of 22' }, large, some(2, 2, 'B C D E', elsewhere)],
])('shows %j', (expected, ...groups) => {
  const decided = decide(looksOf(groups.flat(), false));
  if (!('recipe' in decided)) throw new TypeError(decided.kind);
  const { recipe } = decided;
  const told = Object.entries({ share: recipe.share, ...recipe.otherwise }).map(
    ([name, share]) => [name, `${share?.times} of ${share?.of}`] as const,
  );
  expect({ ...Object.fromEntries(told), in: mannerOf(recipe) }).toMatchObject(expected);
  if (expected.in !== 'alone') expect(recipe.steps[0]?.exchange).toBeDefined();
});

test('what changed for good may be an edit', () => {
  const looks = looksOf([...large, ...some(20, 20, 'B C D E', elsewhere)], false);
  const at = ({ schedule }: Look) => (schedule === 'blocks' ? 1e6 : 0);
  const edited = looks.map((look) => ({
    ...look,
    exchange: { ...look.exchange, endedAt: at(look) },
  }));
  expect(decide(edited)).toEqual({
    kind: 'undecided',
    why: 'changed once, and did not change back',
  });
});

/** Returns what a simulated server shows to an arm. `before` is the arm of the previous request. */
type Show = (arm: Arm, of: Arrival, before: Arm | undefined) => string;

/**
 * Returns the kind that is found after the baselines, and the number of requests that this takes.
 */
async function foundOn(show: Show, pauses?: readonly ScheduleName[]) {
  let before: Arm | undefined;
  let sent = 0;
  const ask = askServed((of) => {
    const arm = of.path === '/0' ? 0 : 1;
    const body = show(arm, of, before);
    before = arm;
    sent++;
    return { body };
  });
  const of = (name: string, path: string) => ({ name, request: { ...answered().request, path } });
  const read = (exchange: Exchange) =>
    isAnswered(exchange)
      ? { exchange, says: statements(exchange.answer.body.text ?? '') }
      : undefined;
  const one = new Observer({
    name: 'one',
    arms: [of('a', '/0'), of('b', '/1')],
    read,
    ask,
    depth: 'standard',
  });
  for (const baseline of ['baseline-0', 'baseline-1', 'in-turn'] as const)
    await observe([one], baseline);
  sent = 0;
  const found = await findCrossTalk([one], () => pauses);
  return { sent, ...(found.get(one) ?? { kind: 'nothing' as const }) };
}

const letter = (arm: Arm) => 'AB'[arm] ?? '';
const much = (arm: Arm) => (arm === 0 ? 'A C D E' : 'B F G H');
const numbers = 'l/*/1 l/*/2 l/*/3';
/** A cache without the arm in its key, from which a response goes after some seconds. */
function cachedFor(seconds: number, shown: (arm: Arm) => string): Show {
  let kept = shown(0);
  return (arm, { restedS }) => {
    if (restedS >= seconds) kept = shown(arm);
    return kept;
  };
}
/** Leaves out the rest of each third response. */
const thinned =
  (rest: string, to: readonly Arm[] = [0, 1]): Show =>
  (arm, { nth }) =>
    nth % 3 === 0 || !to.includes(arm) ? 'A' : `A ${rest}`;
const [every, whole] = [['after-2.5-s', 'after-11-s'] as const, 328];

test.each<[string, number, string, Show, (readonly ScheduleName[])?]>([
  ['same', 0, 'own', letter, every],
  ['alike', 0, 'one response', () => 'A'],
  ['alike', 3, 'one response, cached for ever', () => 'A', []],
  ['alike', 23, 'one response, cached for a while', () => 'A', every],
  ['differs', 96, 'cached by URL', (arm, { isUnique }) => letter(isUnique ? arm : 0), []],
  ['differs', 219, 'cached for 2 s', cachedFor(2.4, much), every],
  ['differs', 229, 'cached for 10 s', cachedFor(10, much), every],
  ['alike', 147, 'one value, cached for 2 s', cachedFor(2.4, letter), every],
  ['alike', 59, 'new after each pause', (_arm, { nth }) => `A${nth > 20 ? nth : ''}`, every],
  ['alike', whole, 'a list comes and goes', thinned('l/*/id')],
  ['alike', whole + 20, 'a list comes and goes, and may be cached', thinned('l/*/id'), every],
  ['alike', whole, 'four values come and go', thinned('C D E F')],
  ['alike', 0, 'a value comes and goes', thinned('C')],
  ['alike', 0, 'a list comes and goes for one arm', thinned('l/*/id', [0])],
  ['alike', 0, 'a list comes and goes for the other arm', thinned('l/*/id', [1])],
  ['alike', 0, 'another value each time', (_arm, { nth }) => `A${nth}`, every],
  ['alike', 0, 'a list stays', () => 'A l/*/id'],
  ['alike', 0, 'a list goes in turns', (_arm, { nth }) => (nth > 7 && nth < 12 ? 'A' : 'A l/*/id')],
  ['differs', whole, 'the session wins', (arm, _of, before) => letter(before === 0 ? 0 : arm)],
  [
    'differs',
    whole,
    'more after the other arm',
    (arm, _of, before) => `${letter(arm)} ${letter(before ?? arm)}`,
  ],
  [
    'follows',
    whole,
    'less after the other arm',
    (arm, _of, before = arm) => (before === arm ? letter(arm) : 'C'),
  ],
  ['same', 13, 'three numbers in a list are the same', (arm) => `${letter(arm)} ${numbers}`, every],
  ['same', 0, 'two numbers in a list', (arm) => `${letter(arm)} l/*/1 l/*/2 l/*/a m/*/1`, every],
  ['same', 0, 'three words in a list', (arm) => `${letter(arm)} l/*/a l/*/b l/*/c`, every],
  ['same', 0, 'three numbers outside lists', (arm) => `${letter(arm)} 1 2 3`, every],
  [
    'same',
    0,
    'three numbers in a list that differs',
    (arm) => `l/*/${letter(arm)} ${numbers}`,
    every,
  ],
  ['same', 0, 'three numbers for one arm', (arm) => (arm === 0 ? `A ${numbers}` : 'B'), every],
])('%s, %d requests: %s', async (kind, requests, _title, show, pauses) => {
  expect(await foundOn(show, pauses)).toMatchObject({ kind, sent: requests });
});

test.each<[string, string, Show, (readonly ScheduleName[])?]>([
  [
    'share 29/29, new-url 0/24: /0',
    'cached by URL',
    (arm, { isUnique }) => letter(isUnique ? arm : 0),
    [],
  ],
  [
    'share 48/96, first-after-pause 0/12: /1 after 2500 ms',
    'cached for 2 s',
    cachedFor(2.4, much),
    every,
  ],
  [
    'share 48/96, first-after-pause 0/12: /1 after 11000 ms',
    'cached for 10 s',
    cachedFor(10, much),
    every,
  ],
  [
    'share 36/36, same-user 0/57, next 0/11, in-flight 18/24: /0',
    'the session wins',
    (arm, _of, before) => letter(before === 0 ? 0 : arm),
  ],
  [
    'share 33/33, same-user 0/55, next 0/12, in-flight 17/24: /1',
    'more after the other arm',
    (arm, _of, before) => `${letter(arm)} ${letter(before ?? arm)}`,
  ],
  [
    'share 33/33, same-user 0/55, next 0/10, in-flight 0/24: /1',
    'less after the other arm',
    (arm, _of, before = arm) => (before === arm ? letter(arm) : 'C'),
  ],
])('the recipe is %s: %s', async (told, _title, show, pauses) => {
  const found = await foundOn(show, pauses);
  if (!('recipe' in found)) throw new TypeError(found.kind);
  const { steps, share, otherwise } = found.recipe;
  const counts = Object.entries({ share, ...otherwise }).map(
    ([name, seen]) => `${name} ${seen?.times}/${seen?.of}`,
  );
  const sent = steps.flatMap(({ exchange, afterMs }) =>
    exchange ? [`${exchange.request.path}${afterMs ? ` after ${afterMs} ms` : ''}`] : [],
  );
  expect(`${counts.join(', ')}: ${sent}`).toBe(told);
});
