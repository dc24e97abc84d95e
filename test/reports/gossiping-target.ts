import type { Result } from '../../engine/result.ts';
import { override, startReference } from '../../fixtures/reference/index.ts';
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

/**
 * Returns a function that yields all facts about the person or a single fact, in turn. A single
 * fact looks like a word.
 */
function gossip(): () => string {
  let turn = 0;
  return () => [sentence, ...facts][turn++ % (facts.length + 1)] ?? sentence;
}

function withPerson(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return next();
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(person.amount);
  if (Array.isArray(value)) return value.map((one) => withPerson(one, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withPerson(one, next)]),
  );
}

const next = gossip();

const inReplies = override('reply', (original) => (visit, status, value, headers) => {
  const isToken = visit.endpoint === undefined || visit.endpoint === 'token';
  const told = isToken || status >= 300 ? value : withPerson(value, next);
  const members =
    typeof told === 'object' && told !== null && !Array.isArray(told) ? told : { told };
  const about = isToken ? {} : Object.fromEntries(facts.map((fact) => [fact, sentence]));
  const all = { ...headers, 'X-Account': sentence, 'Cache-Control': `private="${sentence}"` };
  return original(visit, status, { ...members, ...about }, all);
});

const inMessages = override(
  'errorBody',
  (original) => (visit, problem, responseId) =>
    original(
      visit,
      { ...problem, message: `${problem.message}: ${next()}` },
      `${responseId} ${next()}`,
    ),
);

/** Every second error is plain text. */
const inPlainText = override('respond', (original) => {
  let errors = 0;
  return async (visit, response) => {
    const answer = await original(visit, response);
    if (answer.status < 400 || errors++ % 2 === 0) return answer;
    return new Response(next(), {
      status: answer.status,
      headers: { 'Content-Type': 'text/plain' },
    });
  };
});

/**
 * Certifies a target that mentions a person wherever it can. Resolves to the result and the
 * personal data in it.
 */
export async function gossiping(): Promise<{
  readonly result: Result;
  readonly people: readonly string[];
}> {
  const reference = await startReference({ compose: [inReplies, inMessages, inPlainText] });
  try {
    const only = ['*/ok', 'errors/*', 'user/*'];
    const config = fullConfigFor(reference, {
      only,
      claim: ['portfolios', 'users'],
      timeoutMs: 20_000,
    });
    return { result: (await certifyTarget(config)).result, people: facts };
  } finally {
    await reference.close();
  }
}
