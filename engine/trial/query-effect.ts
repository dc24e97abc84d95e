import type { Answered, Exchange } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { header, isSuccess, json } from '../judging/answer.ts';
import { freshness } from '../judging/freshness.ts';
import { type Count, chanceOf } from './chance.ts';
import type { Difference } from './difference.ts';
import { type Look, Observer, observe, type Subject } from './observe.ts';
import { associated, type OwnStatements, tellsApart } from './own-statements.ts';
import { isPlausibleEdit } from './plausible-edit.ts';
import type { Arm, ScheduleName } from './schedules.ts';
import { otherSpellings, type Spelling } from './spellings.ts';
import { isOrder, type Statements } from './statements.ts';

/**
 * What a query does to a response. `differs`: it changes the statements `own`, whatever is cached. `by-url`: the
 * response depends on the URL, as with a cache, or with a node that a hash of the URL selects.
 */
export type QueryEffect =
  | { readonly kind: 'same' }
  | { readonly kind: 'by-url' }
  /** `former` is a response without the query. */
  | { readonly kind: 'differs'; readonly own: OwnStatements; readonly former: Answered }
  /** A request without the query was refused, or had no response that can be compared. */
  | { readonly kind: 'refused'; readonly exchange: Exchange }
  | { readonly kind: 'undecided'; readonly why: string };

/** The greatest probability by chance of a difference by any query, once there is one by this query. */
const mostChanceOfAny = 1e-5;

/** So many responses to each arm are compared before a trial may end. */
const fewest = 8;

/** The same request without and with a query. */
export interface Queried extends Omit<Subject, 'arms'> {
  readonly plain: Request;
  readonly queried: Request;
}

/**
 * Finds what a query does, given how a first response with it differs. Both requests are also sent with a parameter that
 * has another value each time, so no cache has the response, and all nodes may give it.
 */
export async function findQueryEffect({ plain, queried, ...of }: Queried, first: Difference): Promise<QueryEffect> {
  const arms = [
    { name: 'without', request: plain },
    { name: 'with', request: queried },
  ] as const;
  const observer = new Observer({ ...of, arms });
  const usual = () => observer.looks.filter(isUsual);
  const unique = () => observer.looks.filter((look) => !isUsual(look));
  await repeat(observer, 'with-unique-urls', first, [usual, unique]);
  const refused = observer.unread.find(({ arm }) => arm === 0);
  if (refused) return { kind: 'refused', exchange: refused.exchange };
  if (!tellsApart(associated(usual()))) {
    return mayDiffer(usual(), first) ? undecided('changed the response, but not every time') : same;
  }
  const own = associated(unique());
  const [former] = usual().filter(({ arm }) => arm === 0);
  if (former && tellsApart(own)) return { kind: 'differs', own, former: former.exchange };
  const withoutQuery = observer.looks.filter(({ arm }) => arm === 0);
  const byAny = associated(
    withoutQuery.map((look) => ({ ...look, arm: isUsual(look) ? 0 : 1 })),
    mostChanceOfAny,
  );
  return tellsApart(byAny) ? findEffectOfAny(observer, byAny) : byUrl;
}

/** Times that a schedule is sent at most. Then one response in two has shown a difference by the query. */
const mostTimes = 5;

/** Sends a schedule once, or more often if not every response of these groups shows the difference. */
async function repeat(
  observer: Observer,
  schedule: ScheduleName,
  difference: Difference,
  groups: readonly [() => readonly Look[], ...(() => readonly Look[])[]],
): Promise<void> {
  const goesOn = () => isOpen(groups[0](), difference);
  for (let nth = 1; nth <= mostTimes; nth++) {
    await observe([observer], schedule, { prefix: nth === 1 ? '' : `${nth}-`, goesOn });
    const isDecided = (looks: readonly Look[]) => !isOpen(looks, difference) || tellsApart(associated(looks));
    if (!goesOn() || groups.every((group) => isDecided(group()))) break;
  }
}

const same = { kind: 'same' } as const;
const byUrl = { kind: 'by-url' } as const;
const undecided = (why: string): QueryEffect => ({ kind: 'undecided', why });

const isUsual = ({ isUnique }: Look) => !isUnique;

/** Whether the first difference may still belong to the query. */
function isOpen(usual: readonly Look[], { added, missing }: Difference): boolean {
  const least = Math.min(...[0, 1].map((arm) => usual.filter((look) => look.arm === arm).length));
  const most = least < 2 * fewest ? 0.3 : 0.06;
  return least < fewest || leans(usual, 1, added, most) || leans(usual, 0, missing, most);
}

/** Whether chance explains the difference in one run of 10,000 only. */
const mayDiffer = (usual: readonly Look[], { added, missing }: Difference) =>
  leans(usual, 1, added, 1e-4) || leans(usual, 0, missing, 1e-4);

/** Whether chance makes the responses to an arm contain one of these statements so often at most with this probability. */
function leans(looks: readonly Look[], arm: Arm, statements: Statements, most: number): boolean {
  const countIn = (of: readonly Look[], one: string): Count => ({
    seen: of.filter(({ says }) => says.has(one)).length,
    of: of.length,
  });
  const [mine, theirs] = [looks.filter((look) => look.arm === arm), looks.filter((look) => look.arm !== arm)];
  return [...statements].some((one) => chanceOf(countIn(mine, one), countIn(theirs, one)) <= most);
}

/**
 * Decides if the usual URL gets one response, and the same URL with any query another one. The first may come from a
 * cache, and the content have been edited since. So it is compared with other URLs without a query.
 */
async function findEffectOfAny(observer: Observer, byAny: OwnStatements): Promise<QueryEffect> {
  const { name, arms, ask } = observer.subject;
  const without = observer.looks.filter((look) => look.arm === 0);
  const plain = without.find((look) => isUsual(look) && [...byAny[0]].every((one) => look.says.has(one)));
  const queried = without.find((look) => !isUsual(look) && [...byAny[1]].every((one) => look.says.has(one)));
  if (!plain || !queried) return byUrl;
  const differs = { kind: 'differs', own: byAny, former: plain.exchange } as const;
  if (!mayBeEdited(plain.exchange, queried.exchange)) return differs;
  const [usual] = arms;
  const served: Spelling[] = [];
  for (const [nth, spelled] of otherSpellings(usual.request).entries()) {
    if (observer.subject.read(await ask(`spelled-${name}-${nth}`, spelled(0)))) served.push(spelled);
  }
  const isKept = without.some((look) => !isUsual(look) && lifetimeLeft(look.exchange) > lifetimeLeft(plain.exchange));
  const edited = undecided('with any value changes the response, or the content was edited after it was cached');
  if (isKept || (served.length === 0 && ![...byAny[1]].every(isOrder))) return edited;
  const spelled = (nth: number) => served[nth % served.length]?.(nth + 1) ?? usual.request;
  const elsewhere = new Observer({
    ...observer.subject,
    name: `spelled-${name}`,
    arms: [{ name: 'spelled', request: usual.request, requestOf: spelled }, usual],
  });
  const difference = { added: byAny[1], missing: byAny[0] };
  if (served.length > 0) await repeat(elsewhere, 'second-at-unique-urls', difference, [() => elsewhere.looks]);
  if (served.length === 0) return differs;
  const own = associated(elsewhere.looks, mostChanceOfAny);
  const spelledSay = elsewhere.looks.filter(({ arm }) => arm === 0).map(({ says }) => says);
  const isByQuery =
    [...byAny[0]].some((one) => own[0].has(one) && spelledSay.every((says) => says.has(one))) ||
    [...byAny[1]].some((one) => own[1].has(one) && !spelledSay.some((says) => says.has(one)));
  return isByQuery ? differs : byUrl;
}

function mayBeEdited(one: Answered, other: Answered): boolean {
  if (one.answer.status !== other.answer.status || !isSuccess(one)) return false;
  const [before, after] = [json(one), json(other)];
  if ('unread' in before || 'unread' in after) return true;
  return 'value' in before && 'value' in after && isPlausibleEdit(before.value, after.value);
}

/** Returns the seconds for which a response stays fresh. Negative if it has an age, but no lifetime. */
function lifetimeLeft(answered: Answered): number {
  const given = freshness(answered);
  const age = Number(header(answered, 'age') ?? 0);
  return (given.kind === 'seconds' ? given.seconds : 0) - (Number.isFinite(age) ? age : 0);
}
