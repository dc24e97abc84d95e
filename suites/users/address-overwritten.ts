import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Ask,
  type Bound,
  briefly,
  type Exchange,
  held,
  isAnswered,
  type Judgement,
  observed,
  unanswered,
  violated,
} from '../../engine/index.ts';
import { marksOf, normalised, readBack, readBackUntil, type Stored, shown } from '../address-read-back.ts';
import { type Address, firstAddress, secondAddress, settle, takenBy, update } from '../address-update.ts';

/** Two updates, then a third without line2: the second has to be what is stored, what becomes of line2 is observed. */
export async function askOverwritten(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const compared = comparable(firstAddress(bound), secondAddress(bound));
  if (compared.length === 0) {
    return [unanswered('the two addresses differ in no member that both have; give two that do in profile.addresses')];
  }
  const judgement = await someUpdates(bound, ask, compared);
  if (judgement.kind !== 'held') return [judgement];
  const line2 = await omitLine2(bound, ask);
  const further = (await andBack(bound, ask)) ?? (await inHaste(bound, ask));
  return further ? [further] : [judgement, ...line2];
}

/** Pairs of updates: so many in any case, and so many where one of them went wrong, which every third may do. */
const pairs = { least: 2, most: 6 } as const;

/** What went wrong with one update is a finding where it goes wrong with another. */
async function someUpdates(bound: Bound, ask: Ask, compared: readonly Compared[]): Promise<Judgement> {
  const wrong: Judgement[] = [];
  for (let nth = 1; nth <= (wrong.length === 0 ? pairs.least : pairs.most); nth++) {
    const judgement = await twoUpdates(bound, ask, `pair-${nth}`, compared);
    if (judgement.kind === 'unanswered') return judgement;
    if (judgement.kind !== 'violated') continue;
    wrong.push(judgement);
    if (wrong.length > 1) return judgement;
  }
  return wrong.length === 0 ? held() : unanswered('seen once, and not when tried again');
}

/** One update right after the other, as a user corrects a slip: what writes behind may put them in another order. */
function inHaste(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  return wrongTwice('corrected', (step) => correctedAtOnce(bound, ask, step));
}

/** Milliseconds in which what is written behind an answer is written, also by a job that began with an earlier update. */
const afterthoughtMs = 1_000;
const calm = (answeredAt: number) => sleep(Math.max(0, answeredAt + afterthoughtMs - Date.now()));

async function correctedAtOnce(bound: Bound, ask: Ask, step: string): Promise<Judgement> {
  const [slip, meant] = [secondAddress(bound), firstAddress(bound)];
  const compared = comparable(slip, meant);
  const why = await settle(bound, ask, `${step}-before`, slip);
  if (why !== undefined) return unanswered(why);
  const before = await readBackUntil(bound, ask, `${step}-before-read`, (one) => shows(one, compared, 'old'));
  if (typeof before === 'string') return unanswered(before);
  await calm(before.exchange.endedAt);
  const sent = [await ask(`${step}-slip`, update(bound, slip)), await ask(step, update(bound, meant))];
  if (sent.some((one) => takenBy(one) !== 'accepted' || isPromised(one))) {
    return unanswered('one of two updates in a row is not accepted');
  }
  await calm(Math.max(...sent.map(({ endedAt }) => endedAt)));
  const stored = await readBackUntil(bound, ask, `${step}-read`, (one) => isReplaced(one, compared));
  return typeof stored === 'string' ? unanswered(stored) : judgeStored(before, stored, compared, false);
}

/** The other way round, from texts alone: a value of another type may be stored elsewhere, and what was there left. */
async function andBack(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const { postalCode, ...others } = secondAddress(bound);
  if (typeof postalCode !== 'number') return undefined;
  const pair = { first: { ...others, postalCode: String(postalCode) }, second: firstAddress(bound) };
  const compared = comparable(pair.first, pair.second);
  return wrongTwice('back', (step) => twoUpdates(bound, ask, step, compared, pair));
}

/** What goes wrong when it is tried again as well; undefined where nothing does. */
async function wrongTwice(step: string, judge: (step: string) => Promise<Judgement>): Promise<Judgement | undefined> {
  const once = await judge(step);
  if (once.kind !== 'violated') return undefined;
  const again = await judge(`${step}-once-more`);
  return again.kind === 'violated' ? again : unanswered('seen once, and not when tried again');
}

async function twoUpdates(
  bound: Bound,
  ask: Ask,
  step: string,
  compared: readonly Compared[],
  pair = { first: firstAddress(bound), second: secondAddress(bound) },
): Promise<Judgement> {
  const why = await settle(bound, ask, `${step}-first`, pair.first);
  if (why !== undefined) return unanswered(why);
  const first = await readBackUntil(bound, ask, `${step}-first-read`, (one) => shows(one, compared, 'old'));
  const second = await ask(`${step}-second`, update(bound, pair.second));
  if (takenBy(second) !== 'accepted') {
    return unanswered(
      `the second update is not accepted: ${briefly(second)}; give a second address in profile.addresses`,
    );
  }
  const stored = await readBackUntil(bound, ask, `${step}-second-read`, (one) => isReplaced(one, compared));
  if (typeof first === 'string') return unanswered(first);
  if (typeof stored === 'string') return unanswered(stored);
  if (isLateByOne(first, stored, compared)) {
    const expected = 'each update stored when it is answered';
    return violated('an update is stored with the next one', expected, briefly(stored.exchange), stored.exchange);
  }
  const judgement = judgeStored(first, stored, compared, isPromised(second));
  return judgement.kind === 'held' && !isPromised(second) ? judgeFirst(first, stored, compared) : judgement;
}

const isReplaced = (one: Stored, compared: readonly Compared[]) =>
  shows(one, compared, 'fresh') && !shows(one, compared, 'old');

const shows = (one: Stored, compared: readonly Compared[], which: 'old' | 'fresh') =>
  compared.some((member) => isShown(one, member, member[which]));

/** By the member of that name where there is one: other members may tell of addresses before. */
function isShown({ named, texts }: Stored, { name }: Compared, value: string): boolean {
  const own = named.get(name) ?? '';
  return own === '' ? value.length >= 3 && texts.some((text) => text.includes(value)) : isAlike(own, value);
}

/** What was sent second is seen before it, and what was sent first after it: the answer to each update is about the one before. */
function isLateByOne(first: Stored, second: Stored, compared: readonly Compared[]): boolean {
  const seen = compared.filter(({ name }) => first.named.has(name) && second.named.has(name));
  const isOld = ({ name, old, fresh }: Compared) => {
    const [before, after] = [first.named.get(name) ?? '', second.named.get(name) ?? ''];
    return before !== '' && after !== '' && isAlike(after, old) && isAlike(before, fresh);
  };
  return seen.length > 0 && seen.every(isOld);
}

/** Who stores the second under names of its own accord, and had nothing of the first there, did not store the first. */
function judgeFirst(first: Stored, second: Stored, compared: readonly Compared[]): Judgement {
  const shown = compared.flatMap(({ name, old, fresh }) => {
    const [before, after] = [first.named.get(name) ?? '', second.named.get(name) ?? ''];
    return before !== '' && isAlike(after, fresh) && after !== '' ? [{ isStored: isAlike(before, old) }] : [];
  });
  if (shown.length < 2 || shown.some(({ isStored }) => isStored)) return held();
  const expected = 'each of two updates, when it was answered';
  return violated('an accepted update is not stored', expected, briefly(first.exchange), first.exchange);
}

/** 202: carried out later, if at all (RFC 9110 section 15.3.3). */
const isPromised = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 202;

/** What the profile's addresses leave to compare: members that both have, with values that differ. */
export function comparable(first: Address, second: Address): readonly Compared[] {
  return Object.keys(first).flatMap((member) => {
    const [old, fresh] = [first[member], second[member]].map((value) => normalised(value ?? ''));
    if (!old || !fresh || isAlike(old, fresh)) return [];
    return [{ name: normalised(member), old, fresh }];
  });
}

export interface Compared {
  readonly name: string;
  /** The values of the first and of the second address, normalised. */
  readonly old: string;
  readonly fresh: string;
}

/** One may be a shortened form of the other. */
const isAlike = (left: string, right: string) => left.includes(right) || right.includes(left);

/**
 * What the read-backs after the first and after the second update say. An implementation is accused only by members that
 * bear the name under which they were sent: what else it stores, and in which form, is its own affair.
 */
export function judgeStored(
  first: Stored,
  stored: Stored,
  compared: readonly Compared[],
  promised: boolean,
): Judgement {
  const seen = compared.flatMap((one) => {
    const value = stored.named.get(one.name);
    return value === undefined || value === '' ? [] : [{ ...one, value, before: first.named.get(one.name) }];
  });
  const fresh = seen.filter(({ value, fresh: sent }) => isAlike(value, sent));
  const stale = seen.filter(
    ({ value, old, before }) => isAlike(value, old) && before !== undefined && isAlike(before, old),
  );
  const stuck = stuckAmong(seen);
  const swapped = swappedAmong(seen);
  if (stale.length === 0 && stuck.length === 0 && swapped.length === 0 && fresh.length > 0) return held();
  if (promised) return unanswered('the update was answered with 202, and is not carried out yet');
  const expected = 'the second of two updates, and nothing of the first';
  const actual = briefly(stored.exchange);
  if (stale.length > 0) {
    const cause = fresh.length > 0 ? 'parts of a former address survive an update' : 'an accepted update is not stored';
    return violated(cause, expected, actual, stored.exchange);
  }
  if (swapped.length > 0) {
    return violated(
      'members of the address change places',
      expected,
      `${actual}; ${swapped.join(' and ')} hold each other’s value`,
      stored.exchange,
    );
  }
  if (stuck.length > 0) {
    return violated(
      'a member of the address is never updated',
      expected,
      `${actual}; ${stuck.join(', ')} as before`,
      stored.exchange,
    );
  }
  const texts = (one: Stored) => one.texts.join(' ');
  if (seen.length === 0) {
    const isThere = (mark: string) => stored.texts.some((text) => text.includes(mark));
    const isSecond = compared.some(({ fresh: mark }) => mark.length >= 3 && isThere(mark));
    if (isSecond && !compared.some(({ old }) => old.length >= 3 && isThere(old))) return held();
  } else if (isNeverUpdated(seen) && texts(first) === texts(stored)) {
    return violated('an accepted update is not stored', expected, actual, stored.exchange);
  }
  return unanswered(`the read-back shows nothing of what was sent: ${actual}`);
}

type Seen = Compared & { readonly value: string; readonly before: string | undefined };

/** A plain value, the same after both updates. Text that stands for what is hidden tells nothing. */
const isKept = ({ name, value, before }: Seen) =>
  value === before && value.length >= 3 && value !== name && !/x{3}|redact|hidden|mask|private|secret/.test(value);

/** Names of two members of which each holds what was sent as the other one. */
function swappedAmong(seen: readonly Seen[]): string[] {
  const holds = (one: Seen, other: Seen) => isAlike(one.value, other.fresh) && !isAlike(one.value, one.fresh);
  const pair = seen.flatMap((one, at) =>
    seen.slice(at + 1).flatMap((other) => (holds(one, other) && holds(other, one) ? [[one.name, other.name]] : [])),
  )[0];
  return pair ?? [];
}

/** Names of the members that keep a third value while two others or more follow both updates. */
function stuckAmong(seen: readonly Seen[]): string[] {
  const follows = ({ value, before, old, fresh }: Seen) =>
    isAlike(value, fresh) && before !== undefined && isAlike(before, old);
  if (seen.filter(follows).length < 2) return [];
  return seen
    .filter((one) => isKept(one) && !isAlike(one.value, one.fresh) && !isAlike(one.value, one.old))
    .map(({ name }) => name);
}

/** Everything that is seen, the same after both updates: the address of before. */
function isNeverUpdated(seen: readonly Seen[]) {
  const plain = seen.filter(isKept);
  return (
    plain.length >= 2 && plain.length === seen.length && new Set(plain.map(({ value }) => value)).size === plain.length
  );
}

async function omitLine2(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { line2, ...rest } = firstAddress(bound);
  const marks = marksOf({ line2: secondAddress(bound)['line2'] }, { line2 });
  const [mark] = marks.first;
  if (mark === undefined) return [];
  const exchange = await ask('without-line2', update(bound, rest));
  if (!isAnswered(exchange)) return [];
  if (takenBy(exchange) !== 'accepted') return [observed(`an address without line2: ${exchange.answer.status}`)];
  const stored = await readBack(bound, ask, 'without-line2-read');
  if (typeof stored === 'string') return [];
  return [observed(shown(stored, [mark]).length > 0 ? 'an omitted line2 survives' : 'an omitted line2 is cleared')];
}
