import type { Plan } from '../../engine/catalogue/plan.ts';
import type { Config } from '../../engine/config/config.ts';
import { see } from '../../engine/config/troubleshooting.ts';
import { type Answered, type Exchange, isAnswered } from '../../engine/exchange/exchange.ts';
import { header, isLoadShedding, isSuccess, summarize } from '../../engine/judging/answer.ts';
import { ampleLimit } from '../../engine/judging/time-in-words.ts';
import type { Result } from '../../engine/result.ts';
import { readFirst, storedIn, type TestUser } from '../../engine/run/stored-address.ts';
import { bad, type Chapter, good, type Line, note, skipped } from './finding.ts';

const limitHeaders = [
  'ratelimit',
  'ratelimit-limit',
  'x-ratelimit-limit',
  'x-rate-limit-limit',
] as const;

export function usersChapter(
  { users }: Config,
  exchanges: readonly Exchange[],
  result: Result,
): Chapter {
  const lines = [user('first user', users.first, 'user:first', exchanges)];
  if (users.second === undefined)
    lines.push(skipped('second user', 'not configured: set M2M_SECOND_USER_ID'));
  else
    lines.push(
      user('second user', users.second, 'user:second', exchanges),
      languages(users, result),
    );
  return { title: 'Users', lines };
}

function user(what: string, id: string, symbol: string, exchanges: readonly Exchange[]): Line {
  const answers = exchanges.filter(
    (one): one is Answered =>
      isAnswered(one) && JSON.stringify(one.request.headers).includes(`"${symbol}"`),
  );
  const known = answers.some(isSuccess);
  if (known) return good(what, `${id} is known`);
  // A 403 may be about the token.
  const first = answers.find(({ answer }) => answer.status !== 403) ?? answers[0];
  return bad(what, first ? `${id} is refused: ${summarize(first)}` : `${id}: no response`);
}

function languages(
  { languages: said, sameLanguage }: Config['users'],
  { requirements }: Result,
): Line {
  const what = 'languages';
  if (sameLanguage)
    return skipped(what, 'not compared: both users are configured with the same language');
  const ids = ['guides/localised', 'notifications/localised'];
  const outcomes = requirements.filter(({ id }) => ids.includes(id)).map(({ outcome }) => outcome);
  const named = said ? `${said.first} and ${said.second}: ` : '';
  if (outcomes.includes('fail')) {
    return bad(
      what,
      `${named}both users get the same texts; if they have the same language, set M2M_SAME_LANGUAGE=1`,
    );
  }
  return outcomes.includes('pass')
    ? good(what, `${named}the two users get different texts`)
    : note(what, `${named}no texts could be compared`);
}

export function endpointsChapter(
  plan: Plan,
  exchanges: readonly Exchange[],
  timeoutMs: number,
): Chapter {
  return {
    title: 'Endpoints',
    lines: plan.covered.filter(({ origin }) => origin === 'api').map(endpointLine),
  };

  function endpointLine({ id, safety }: Plan['covered'][number]): Line {
    if (safety !== 'read')
      return skipped(id, `not sent: it is ${safety === 'order' ? 'an order' : 'a write'}`);
    const asked = exchanges.filter(
      ({ key, request }) => key.endpoint === id && request.origin === 'api',
    );
    const answers = asked.filter(isAnswered);
    const accepted = answers.find(isSuccess);
    const tookMs = accepted ? accepted.endedAt - accepted.sentAt : 0;
    const inWords = `${accepted?.answer.status} in ${tookMs} ms`;
    if (tookMs > timeoutMs) {
      return bad(
        id,
        `${inWords}, longer than the time limit of ${timeoutMs} ms: set --timeout ${ampleLimit(tookMs)} (M2M_TIMEOUT). ${see('time')}`,
      );
    }
    if (accepted) return good(id, inWords);
    const [first] = answers;
    if (first) return bad(id, summarize(first).slice(0, 160));
    const [lost] = asked;
    return lost ? bad(id, summarize(lost)) : note(id, 'no request was sent');
  }
}

export function limitsChapter(exchanges: readonly Exchange[]): Chapter {
  const answers = exchanges.filter(isAnswered);
  const shed = answers.filter(isLoadShedding);
  const told = limitHeaders.flatMap((name) => {
    const value = answers.map((one) => header(one, name)).find((text) => text !== undefined);
    return value === undefined ? [] : [`${name}: ${value.slice(0, 80)}`];
  });
  const lines = [
    shed.length === 0
      ? good('load', `no 429 and no 503 in ${answers.length} responses`)
      : note(
          'load',
          `${shed.length} of ${answers.length} responses were 429 or 503: set M2M_RATE or --rate below the limit`,
        ),
    ...(told.length === 0 ? [] : [note('limits', told.join('; '))]),
  ];
  return { title: 'Limits', lines };
}

export function addressChapter({ profile }: Config, exchanges: readonly Exchange[]): Chapter {
  const readBack = profile.addressReadBack;
  const title = 'Addresses';
  if (!readBack) {
    const undeclared =
      'a run changes it and does not restore it; to restore it, set profile.addressReadBack';
    return { title, lines: [note("first user's address", undeclared)] };
  }
  const line = (user: TestUser): Line[] => {
    const read = exchanges.find(({ key }) => key.step === readFirst(user));
    const stored = read && storedIn(read, readBack);
    if (!stored) return [];
    const what = `${user} user's address`;
    if ('address' in stored)
      return [good(what, `read from ${readBack.endpoint}; a run restores it`)];
    if ('absent' in stored) return [note(what, `none, so a run may create one: ${stored.absent}`)];
    return [
      bad(
        what,
        'unread' in stored
          ? `not read, so a run updates no address: ${stored.unread}`
          : stored.misplaced,
      ),
    ];
  };
  return { title, lines: [...line('first'), ...line('second')] };
}
