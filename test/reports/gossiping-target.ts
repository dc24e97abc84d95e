import type { Result } from '../../engine/result.ts';
import { type Compose, override, startReference } from '../../fixtures/reference/index.ts';
import { certifyTarget, fullConfigFor } from '../engine/session/in-process.ts';

const person = {
  name: 'Zebedee Quuxworth',
  handle: 'zebedee-quux',
  email: 'zebedee.quuxworth@quux.example',
  account: 'MT84MALT011000012345MTLCAST001S',
  groupedAccount: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  id: '5f9d88b1c3e7a2046d8e1fab',
  amount: '48151.62',
  birthday: '1984-02-29',
  telephone: '+356 2144-5566',
  street: '17 Xylophone Row',
};
const facts = Object.values(person);
const sentence = facts.join(', ');

/** Another text at each turn: all that is known of the person, or one fact alone, which a sentence may take for a word. */
function gossip(): () => string {
  let turn = 0;
  return () => [sentence, ...facts][turn++ % (facts.length + 1)] ?? sentence;
}

function withPerson(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return next();
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(person.amount);
  if (Array.isArray(value)) return value.map((one) => withPerson(one, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withPerson(one, next)]));
}

const composeOf = {
  'in values': override('reply', (original) => {
    const next = gossip();
    return (visit, status, value, headers) => {
      const isToken = visit.endpoint === undefined || visit.endpoint === 'token';
      return original(visit, status, isToken || status >= 300 ? value : withPerson(value, next), headers);
    };
  }),
  'in messages': override('errorBody', (original) => {
    const next = gossip();
    return (visit, problem, responseId) =>
      original(visit, { ...problem, message: `${problem.message}: ${next()}` }, `${responseId} ${next()}`);
  }),
  'in plain text': override('respond', (original) => {
    const next = gossip();
    return async (visit, response) => {
      const answer = await original(visit, response);
      if (answer.status < 400) return answer;
      return new Response(next(), { status: answer.status, headers: { 'Content-Type': 'text/plain' } });
    };
  }),
  'in member names and headers': override('reply', (original) => (visit, status, value, headers) => {
    const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
    const about = Object.fromEntries(facts.map((fact) => [fact, sentence]));
    const told = { ...headers, 'X-Account': sentence, 'Cache-Control': `private="${sentence}"` };
    return original(visit, status, { ...members, ...about }, told);
  }),
} as const satisfies Record<string, Compose>;

type Manner = keyof typeof composeOf;
export const manners = Object.keys(composeOf) as readonly Manner[];

/** A run of a target that tells of a person, with what must not leave. */
export async function gossiping(
  manner: Manner,
): Promise<{ readonly result: Result; readonly people: readonly string[] }> {
  const reference = await startReference({ compose: [composeOf[manner]] });
  try {
    const { result } = await certifyTarget(
      fullConfigFor(reference, {
        only: ['*/ok', 'errors/*', 'user/*'],
        timeoutMs: 20_000,
        claim: ['portfolios', 'users'],
      }),
    );
    return { result, people: facts };
  } finally {
    await reference.close();
  }
}
