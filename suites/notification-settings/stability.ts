import { createHash } from 'node:crypto';
import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  type Exchange,
  fail,
  forSecond,
  Inconclusive,
  inconclusive,
  isAnswered,
  type Judgement,
  longestLag,
  monitor,
  pass,
  scenario,
  sentHeader,
} from '../../engine/index.ts';
import { backAndForth } from '../back-and-forth.ts';
import { channels, knownIds } from './known-ids.ts';
import { endpoints, groupsOf, isSettings, listed, section } from './settings.ts';

/** How many requests are under way at once: two at a time meet both of two replicas that take turns. */
const bursts = [1, 2, 2] as const;

/** The ids, sorted: their order is not shown. */
function idsOf(answered: Answered): string {
  return listed(answered)
    .map(({ channel, id }) => `${channel}:${id}`)
    .sort()
    .join(' ');
}

/** Returns the response if it contains settings. */
function requireSettings(exchange: Exchange): Answered {
  if (isAnswered(exchange) && isSettings(exchange)) return exchange;
  throw new Inconclusive(`${exchange.key.step}: ${briefly(exchange)}`);
}

/** Characters of the ids of one answer that are remembered as they are. */
const remembered = 2_000;

/** The ids over all answers of the run, for each user. */
const idsSeen = backAndForth({
  sightOf: (answered) => {
    const ids = idsOf(answered);
    const user = sentHeader(answered.request, 'x-user-id')[0] ?? '';
    const sight = ids.length <= remembered ? ids : createHash('sha256').update(ids).digest('base64url');
    return { group: user, sight };
  },
  nothing: 'no response contained settings',
  fail: (one, other) => {
    const [mine, theirs] = [one.split(' '), other.split(' ')];
    const [only = ''] = [...mine.filter((id) => !theirs.includes(id)), ...theirs.filter((id) => !mine.includes(id))];
    return fail(
      'ids change between responses',
      'the same ids each time',
      `${only} is in some responses of the run, and not in others before and after`,
    );
  },
});

export const idsStable = monitor({
  id: 'notifications/ids-stable',
  level: 'must',
  endpoints,
  section: `${section}: id values are stable identifiers`,
  rule: 'Repeated responses contain the same ids.',
  brokenBy: ['notification-ids-drawn-anew', 'further-notification-with-number', 'further-notification-of-one-replica'],
  matches: isSettings,
  fold: idsSeen,
  probing: async (bound, ask) => {
    const first = await askRepeatedly(bound, ask, 'repeat');
    if (first.judgement !== 'changed once' && first.judgement.kind !== 'fail') return [first.judgement];
    // A release, which one of the replicas may have later than the others.
    await ask.until(first.endedAt + longestLag);
    // What went to and fro is asked for more often: it may do so seldom.
    for (const step of first.judgement === 'changed once' ? ['once-more'] : ['once-more', 'and-again', 'at-last']) {
      const { judgement } = await askRepeatedly(bound, ask, step);
      if (judgement === 'changed once') throw new Inconclusive('the ids changed once in each series of requests');
      if (judgement.kind !== 'pass') return [judgement];
    }
    return [pass()];
  },
});

interface Repeated {
  readonly judgement: Judgement | 'changed once';
  /** When the last answer came. */
  readonly endedAt: number;
}

async function askRepeatedly(bound: Bound, ask: Ask, step: string): Promise<Repeated> {
  const seen: Answered[][] = [];
  for (const [nth, burst] of bursts.entries()) {
    const together = Array.from({ length: burst }, (_, at) => ask(`${step}-${nth}-${at}`, bound.wellFormed()));
    seen.push((await Promise.all(together)).map(requireSettings));
  }
  const last = seen.at(-1)?.at(-1);
  const judgement = judgeStable(
    seen.map((burst) => burst.map(idsOf)),
    last,
  );
  return { judgement, endedAt: last?.endedAt ?? 0 };
}

/** Judges whether the ids stay the same. One change may be an edit. A second change is a violation. */
export function judgeStable(bursts: readonly (readonly string[])[], shownBy?: Answered): Judgement | 'changed once' {
  const ids: string[] = [];
  // Of those that were under way together nobody knows which came first: as if it had been the one like the last.
  for (const burst of bursts) {
    const last = ids.at(-1);
    ids.push(...burst.filter((one) => one === last), ...burst.filter((one) => one !== last).sort());
  }
  const changes = ids.filter((one, at) => at > 0 && one !== ids[at - 1]).length;
  if (changes === 0) return pass();
  if (changes === 1) return 'changed once';
  return fail('ids change between responses', `the same ids ${ids.length} times`, `${changes} changes`, shownBy);
}

export const localised = scenario({
  id: 'notifications/localised',
  level: 'must',
  endpoints,
  needs: ['second-language'],
  lane: 'before-writes',
  section: `${section}: names and descriptions are localised`,
  rule: 'Two users of different languages get the same specified ids and at least one different text.',
  brokenBy: ['notifications-in-one-language', 'notification-ids-localised', 'notifications-cached-without-language'],
  run: async (bound, ask) => {
    const rounds: Judgement[] = [];
    for (const round of [1, 2]) {
      const mine = await ask(`first-${round}`, bound.wellFormed());
      const theirs = await ask(`second-${round}`, forSecond(bound.wellFormed()));
      const [first, second] = [requireSettings(mine), requireSettings(theirs)];
      const judged = judgeLocalised(first, second);
      if (judged.kind === 'pass') return [judged];
      rounds.push(judged);
      // A release, which one of the replicas may have later than the others.
      if (round === 1) await ask.until(second.endedAt + longestLag);
    }
    // Seen twice: no single edit explains it.
    return rounds.slice(-1);
  },
});

export function judgeLocalised(first: Answered, second: Answered): Judgement {
  const [mine, theirs] = [listed(first), listed(second)];
  // That both channels are there is for notifications/channels-present.
  for (const channel of channels.filter((one) => groupsOf(first, one) && groupsOf(second, one))) {
    for (const id of knownIds(channel)) {
      const [here, there] = [mine, theirs].map((all) => all.some((one) => one.id === id && one.channel === channel));
      if (here !== there) {
        return fail(
          'a specified id is present in one language only',
          `${id} for both users`,
          'for one user only',
          second,
        );
      }
    }
  }
  const byId = new Map(theirs.map((one) => [one.id, one.texts]));
  const common = mine.filter(({ id }) => byId.has(id));
  if (common.length === 0) return inconclusive('the two users have no notification in common');
  const differs = common.some(({ id, texts }) => JSON.stringify(texts) !== JSON.stringify(byId.get(id)));
  if (differs) return pass();
  return fail(
    'texts are the same in two languages',
    'a category, name or description that differs',
    'all are the same',
    second,
  );
}
