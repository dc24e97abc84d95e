import { expect, test } from 'vitest';
import { tokenFacts } from '../../../engine/secrets/token-facts.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { iss: 'https://id.example', exp: 1_700_000_000 };
const signed = (header: unknown, payload: unknown = claims, signature = 'c2lnbmF0dXJl') =>
  `${part(header)}.${part(payload)}.${signature}`;

const encrypted = `${part({ alg: 'dir', enc: 'A256GCM' })}..aXY.Y2lwaGVy.dGFn`;

test('the facts of a JWS are header and claims, those of a JWE the header, never the signature', () => {
  expect(tokenFacts(signed({ alg: 'RS256' }))).toEqual({
    form: 'jws',
    header: { alg: 'RS256' },
    claims,
  });
  expect(tokenFacts(encrypted)).toEqual({ form: 'jwe', header: { alg: 'dir', enc: 'A256GCM' } });
});

test.each([
  ['opaque-token', 'it has 1 part; a JWS has 3 and a JWE has 5'],
  ['a.b', 'it has 2 parts; a JWS has 3 and a JWE has 5'],
  [`${part({ alg: 'RS256' })}.e30=.c2ln`, 'part 2 is not base64url'],
  [`${part({ alg: 'RS256' })}.e30.c2lnb`, 'part 3 is not base64url'],
  ['bm8.e30.c2ln', 'its header is not a JSON object'],
  [signed([1]), 'its header is not a JSON object'],
  [signed({}), 'its header has no alg'],
  [signed({ alg: 7 }), 'its header has no alg'],
  [signed({ alg: 'None' }), 'its alg is none'],
  [signed({ alg: 'RS256' }, claims, ''), 'its signature is empty'],
  [signed({ alg: 'RS256' }, [1]), 'its payload is not a JSON object'],
])('%j is opaque: %s', (token, problem) => {
  expect(tokenFacts(token)).toMatchObject({ form: 'opaque', problem });
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const written = (text: string) => Buffer.from(text).toString('base64url');

test('claims that are nested too deep are omitted; a header that is too deep makes the token opaque', () => {
  const token = (levels: number) =>
    `${part({ alg: 'RS256' })}.${written(`{"a":${nested(levels)}}`)}.c2ln`;
  expect(tokenFacts(token(10_000))).toEqual({ form: 'jws', header: { alg: 'RS256' } });
  expect(tokenFacts(token(999))).toHaveProperty('claims');
  const opaque = `${written(`{"alg":"RS256","a":${nested(10_000)}}`)}.e30.c2ln`;
  expect(tokenFacts(opaque)).toEqual({
    form: 'opaque',
    problem: 'its header is nested deeper than 1,000 levels',
  });
});
