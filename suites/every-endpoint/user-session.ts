import type { Ask, Bound, Fact, Look } from '../../engine/index.ts';
import {
  alone,
  associated,
  fail,
  following,
  foreignIn,
  headerLines,
  isData,
  neverShared,
  Observer,
  observe,
  pass,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { armsOfUsers, readUserData, saidAt } from './user-data-read.ts';

/**
 * Judges whether the first user's cookies override the second user's x-user-id. Sends nothing if no
 * cookies are set. A cookie may also select a node, so a difference without user data is not
 * judged.
 */
export async function judgeSession(
  endpoint: Fact<string>,
  looks: readonly Look[],
  bound: Bound,
  ask: Ask,
) {
  if (!looks.some(({ exchange }) => headerLines(exchange, 'Set-Cookie').length > 0)) return [];
  const name = endpoint.value;
  const [first, second] = armsOfUsers(bound.wellFormed(name));
  const keeps = `cookies:isolation:${name}`;
  await ask(`${name}-session-of-first`, { ...first.request, keeps });
  const inSession = {
    name: 'in-session',
    request: withHeader(second.request, 'Cookie', symbol(keeps)),
  };
  const arms = [inSession, { name: 'without', request: second.request }] as const;
  const observer = new Observer({
    name: `${name}-session`,
    arms,
    read: readUserData,
    ask,
    depth: bound.depth,
  });
  const own = neverShared(looks);
  const foreignInLook = (look: Look) => foreignIn({ ...look, arm: 1 }, own);
  await observe([observer], 'turns', {
    goesOn: ([shown]) => shown !== undefined && foreignInLook(shown).length > 0,
  });
  const turns = observer.looks;
  const [withCookies] = associated(turns);
  const shown = turns.find(
    (look) => look.arm === 0 && isData(foreignInLook(look), { ...look, arm: 1 }, own),
  );
  const place = [...withCookies].find((statement) => own[0].has(statement));
  if (!shown || place === undefined) return [pass()];
  const [strange, without] = [0, 1].map((arm) => turns.filter((look) => look.arm === arm)) as [
    Look[],
    Look[],
  ];
  const seen = strange.filter((look) => foreignInLook(look).length > 0).length;
  const [rightly] = without;
  const facts = {
    endpoint,
    own: 'second',
    other: 'first',
    shown: seen,
    of: strange.length,
  } as const;
  const recipe = {
    ...(rightly ? following(rightly.exchange) : alone),
    share: { times: seen, of: strange.length },
    otherwise: { without: { times: 0, of: without.length } },
  };
  const sight = { exchange: shown.exchange, recipe };
  return [fail('foreign-data', { ...facts, ...saidAt(place) }, sight)];
}
