import {
  type Advice,
  type Answered,
  type Bound,
  cause,
  elsewhereInWords,
  fail,
  fromTarget,
  inconclusive,
  isServerError,
  isSuccess,
  isUnread,
  jsonKind,
  jsonObject,
  monitor,
  notJudged,
  pass,
  say,
  summary,
} from '../../engine/index.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import { answerSection, common, isScoped, shownMember } from './token-grant.ts';

/** After requests of these requirements, an identity provider may lock the client out. */
const provoking: ReadonlySet<string> = new Set([
  'token/bad-credentials',
  'token/bad-grant',
  'token/missing-fields',
  'token/malformed-body',
  'token/json-extensions',
  'token/wrong-audience',
]);

const object = 'a JSON object with access_token, token_type, expires_in and scope';
interface OfMember {
  member: string;
}
const isScope = ({ member }: OfMember) => member === 'scope';
const typeWords = ({ member }: OfMember) => (member === 'expires_in' ? 'an integer' : 'a string');
const wanted = (facts: OfMember) => `${object}; ${facts.member} is ${typeWords(facts)}`;
const wrongValue = expecting<OfMember & { readonly value: string }>(
  wanted,
  ({ member, value }) => `${member} is ${value}`,
);
const withoutValue: Advice = {
  suspect: 'The code has no value for the member, and writes null or an empty string.',
  look: 'Require a value for each member where the response is built.',
  when: ['null', '!string', '!array'],
};

export const issued = monitor({
  ...common,
  id: 'token/issued',
  level: 'must',
  rule:
    "The scoped client's token request gets a JSON object with access_token, token_type, " +
    'expires_in and scope.',
  section: answerSection,
  statement: spec.tokenResponse,
  causes: {
    refused: {
      title: 'the token request is refused',
      expected: 'a 2xx with a token, because the same client got one earlier in this run',
      advice: [
        {
          suspect: 'The token endpoint accepts only form-encoded requests.',
          look: 'Enable JSON bodies for the token endpoint.',
          when: ['!some pass'],
        },
        {
          suspect: 'The server limits how many tokens a client gets.',
          look: 'Let a client request a new token at any time.',
          when: ['some pass'],
        },
      ],
    },
    'no-object': {
      title: 'the token response is not a JSON object',
      expected: object,
      advice: [
        {
          suspect: 'The token endpoint responds with a form, a page or a list.',
          look: 'Respond with one JSON object, whatever Accept says.',
        },
      ],
    },
    'missing-member': cause<OfMember & { names: string; elsewhere: readonly string[] }>({
      title: ({ member }) => `${member} is missing`,
      expected: wanted,
      actual: ({ names, elsewhere }) => [`the members ${names}`, ...elsewhere].join('; '),
      advice: [
        {
          suspect: 'A gateway or serialiser renames the members, or wraps them in another object.',
          look: 'Remove naming policies and wrappers from this endpoint.',
          when: [({ elsewhere }) => elsewhere.length > 0 || undefined],
        },
        {
          suspect: 'The response omits scope if it equals the requested scope.',
          look: 'Return scope in every response.',
          when: [isScope],
        },
      ],
    }),
    'wrong-type': wrongValue<{ found: string }>(
      (facts) => `${facts.member} is not ${typeWords(facts)}`,
      {
        suspect: 'A number is sent as text: by a form value, a template or a cache.',
        look: 'Send the lifetime as a JSON integer.',
        when: [({ member, found }) => member === 'expires_in' && found === 'string'],
      },
      {
        suspect: 'The response sends scope as an array.',
        look: 'Return scope as one string with spaces.',
        when: [(facts) => isScope(facts) && facts.found === 'array'],
      },
      withoutValue,
    ),
    'empty-member': wrongValue(({ member }) => `${member} is empty`, withoutValue),
  },
  matches: (answered) =>
    isScoped(answered) && (isSuccess(answered) || !provoking.has(answered.key.requirement)),
  judge: judgeIssued,
});

/** Narrower requirements judge values. */
export function judgeIssued(answered: Answered, bound: Bound) {
  if (!isSuccess(answered)) {
    if (isServerError(answered)) return notJudged(answered);
    // Wrong credentials are the operator's mistake, unless the same client got a token before.
    if (bound.facts.tokens['token:scoped'] !== undefined) return fail('refused');
    const why = 'the token request was refused; check M2M_CLIENT_ID and M2M_CLIENT_SECRET';
    return inconclusive(say`${why}: ${summary(answered)}`);
  }
  const body = jsonObject(answered);
  if (!body) {
    if (isUnread(answered)) return inconclusive(say`the body is too deep or too long to read`);
    return fail('no-object');
  }
  for (const name of ['access_token', 'token_type', 'scope', 'expires_in'] as const) {
    const value = body[name];
    if (value === undefined) {
      const names = fromTarget(Object.keys(body).join(', ').slice(0, 500));
      const elsewhere = fromTarget(elsewhereInWords(body, [`/${name}`]));
      return fail('missing-member', { member: name, found: 'missing', names, elsewhere });
    }
    const facts = { member: name, ...shownMember(answered, name) };
    if (typeof value !== (name === 'expires_in' ? 'number' : 'string'))
      return fail('wrong-type', { ...facts, found: jsonKind(value) });
    if (value === '' && name !== 'scope') return fail('empty-member', facts);
  }
  return pass();
}
