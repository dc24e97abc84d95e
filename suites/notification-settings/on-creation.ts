import {
  type Answered,
  type Ask,
  atPointer,
  type Bound,
  type Exchange,
  fail,
  Inconclusive,
  inconclusive,
  isAnswered,
  isDecided,
  isSuccess,
  isUnread,
  type Judgement,
  json,
  outOfReach,
  pass,
  say,
  scenario,
  summary,
  withUser,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';
import { spec } from '../statements.ts';
import { isServedElsewhere } from '../token-probes.ts';
import { creating, listed } from './settings.ts';

const witnesses = ['cash', 'portfolios', 'summaries', 'insights', 'guides'];
/** After this time in milliseconds, other endpoints know a new user as well. */
const longestPause = 1_000;
/** Milliseconds, because a service that learns of users by events may lag by seconds. */
const pauses = [100, 400, longestPause, 1_500];

const expected = 'the settings of the new user';
const causes = {
  'no-settings': { title: 'a new user has no settings', expected },
  empty: {
    title: 'the settings of a new user are empty',
    expected,
    advice: [
      {
        suspect: 'The response contains only settings that the user has changed.',
        look: 'Start from the default settings.',
      },
    ],
  },
};
type Judged = Judgement<typeof causes>;

export const onCreation = scenario({
  id: creating,
  statement: spec.settingsCreated,
  causes,
  advice: [
    {
      suspect: 'A job or an event consumer creates the settings some time after the user.',
      look: 'Create them with the user, or return defaults until they exist.',
    },
  ],
  level: 'must',
  when: 'declared',
  endpoints: named('notifications'),
  needs: ['user-creation', 'writes'],
  lane: 'writes',
  section: 'Resources: NotificationSettings: created when a user is created',
  rule: 'A newly created user has settings.',
  run: async (bound, ask) => {
    const creation = bound.profile.userCreation;
    if (!creation) throw new Inconclusive(say`the profile declares no step that creates a user`);
    const created = await ask('create', bound.wellFormed(creation.endpoint));
    const id = createdId(created, creation.id);
    const first = await ask('settings', asUser(bound, id));
    let last = first;
    for (const [nth, pause] of pauses.entries()) {
      if (judgeSettings(last).kind !== 'fail') break;
      await ask.until(last.endedAt + pause);
      last = await ask(`settings-later-${nth + 1}`, asUser(bound, id));
    }
    const judged = judgeSettings(last);
    await askElsewhere(bound, ask, id, created.endedAt);
    return [judged.kind === 'fail' ? await inContext(bound, ask, id, last, judged) : judged];
  },
});

/**
 * Code may fail for a user who has nothing yet, which http/no-server-error reports. Refusals do not
 * count: the user may not be admitted yet.
 */
async function askElsewhere(bound: Bound, ask: Ask, id: string, created: number) {
  await ask.until(created + longestPause);
  for (const name of witnesses.filter((one) => bound.covers(one)))
    await ask(`new-${name}`, asUser(bound, id, name));
}

const asUser = (bound: Bound, id: string, endpoint?: string) =>
  withUser(bound.wellFormed(endpoint), id);

export function createdId(created: Exchange, pointer: string) {
  if (!isSuccess(created)) throw new Inconclusive(say`no user was created: ${summary(created)}`);
  if (created.answer.status === 202)
    throw new Inconclusive(say`the creation got 202, so the user may not exist yet`);
  const parsed = json(created);
  const id = 'value' in parsed ? atPointer(parsed.value, pointer) : undefined;
  if (typeof id === 'string' && /^[a-f0-9]{24}$/.test(id)) return id;
  throw new Inconclusive(
    say`no user id at "${pointer}" (check profile.userCreation.id): ${summary(created)}`,
  );
}

export function judgeSettings(exchange: Exchange) {
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  if (!isSuccess(exchange)) return fail('no-settings', {}, exchange);
  if (hasSettings(exchange)) return pass();
  if (isUnread(exchange)) return inconclusive(say`the body is too deep or too long to read`);
  return fail('empty', {}, exchange);
}

const hasSettings = (answered: Answered) => listed(answered).length > 0;

/** Counts only if the first user has settings, and some endpoint serves the new user. */
async function inContext(bound: Bound, ask: Ask, id: string, last: Exchange, judged: Judged) {
  const mine = await ask('settings-of-first', bound.wellFormed());
  if (!isSuccess(mine) || !hasSettings(mine)) {
    return inconclusive(say`the first user has no settings either: ${summary(mine)}`);
  }
  if (isSuccess(last)) return judged;
  const why = isAnswered(last) ? outOfReach(last, bound) : undefined;
  if (why !== undefined) return inconclusive(say`the new user: ${why}`);
  const isKnown = await isServedElsewhere(bound, ask, 'witness', (request) =>
    withUser(request, id),
  );
  return isKnown
    ? judged
    : inconclusive(say`no endpoint of the claim knows the new user: ${summary(last)}`);
}
