import { expect, test } from 'vitest';
import { type Answered, type Bound, fail, type Judgement } from '../../engine/index.ts';
import { judgeAccepted } from '../../engine/judging/undocumented-success.ts';
import { judgeExpiryClaim, jwt } from '../../suites/authentication/token-claims.ts';
import { judgeIssued } from '../../suites/authentication/token-issued.ts';
import { judgeNoToken } from '../../suites/authentication/token-refusals.ts';
import { judgeBeforeEffects } from '../../suites/every-endpoint/auth-refusals.ts';
import { judgeDeclaredSchema } from '../../suites/every-endpoint/declared.ts';
import { judgeUnknownRoute } from '../../suites/every-endpoint/errors.ts';
import { isJsonError, judgeJsonError, shape } from '../../suites/every-endpoint/errors-shape.ts';
import { http } from '../../suites/every-endpoint/http.ts';
import { judgeJsonMediaType } from '../../suites/every-endpoint/http-json.ts';
import { judgeOk } from '../../suites/learn/guides-elements.ts';
import { judgeSettings } from '../../suites/notification-settings/on-creation.ts';
import { answered } from './answered.ts';

/** A valid body with extreme nesting, which no specification forbids. */
const deep = `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
const served = answered({ body: deep });
const refused = (status: number) => answered({ status, body: deep });
const endpoint = { mayBeAbsent: true, scopes: [], responseSchema: { type: 'array' } };
const bound = { endpoint, profile: { scopes: {} }, facts: { tokens: {} } } as unknown as Bound;

test.each<[string, () => Judgement]>([
  ['http/json-media-type', () => judgeJsonMediaType(served)],
  ['errors/json', () => judgeJsonError(refused(400))],
  ['errors/unknown-route', () => judgeUnknownRoute(refused(404))],
  ['auth/before-effects', () => judgeBeforeEffects(refused(401))],
  ['declared/schema', () => judgeDeclaredSchema(served, bound)],
  ['guides/ok', () => judgeOk(served)],
  ['notifications/on-creation', () => judgeSettings(served)],
  ['token/issued', () => judgeIssued(served, bound)],
  ['token/bad-credentials', () => judgeNoToken(refused(400), fail('issued'))],
  ['a refusal that may say why', () => judgeAccepted(refused(404), bound)],
])('a body that is too deep to be read is inconclusive: %s', (_id, judge) => {
  expect(judge().kind).toBe('inconclusive');
});

test('requirements that concern only JSON do not judge such a body', () => {
  const interoperable = http.requirements.find(({ id }) => id === 'http/json-interoperable');
  expect(interoperable?.kind === 'monitor' && interoperable.matches(served)).toBe(false);
  expect([shape.after, isJsonError.matches(refused(400))]).toEqual([['errors/json'], true]);
});

test('a wrong media type is a finding even if the body is too deep', () => {
  const html = { body: deep, headers: [['content-type', 'text/html']] } as const;
  expect(judgeJsonMediaType(answered(html)).kind).toBe('fail');
  expect(judgeJsonError(answered({ ...html, status: 400 })).kind).toBe('fail');
});

test('a token whose header or claims cannot be read is inconclusive', () => {
  const of = (facts: Answered['facts']['tokens'][string]): Answered => ({
    ...answered({
      body: { access_token: 'x', expires_in: 60 },
      request: { origin: 'token', yields: 'token:scoped' },
    }),
    facts: { echoes: [], tokens: { 'token:scoped': facts } },
  });
  expect(judgeExpiryClaim(of({ form: 'jws', header: { alg: 'RS256' } })).kind).toBe('inconclusive');
  const opaque = of({ form: 'opaque', problem: 'its header is nested deeper than 1,000 levels' });
  expect(jwt.judge?.(opaque, bound).kind).toBe('inconclusive');
});
