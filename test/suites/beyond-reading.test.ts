import { describe, expect, test } from 'vitest';
import type { Answered, Bound, Judgement } from '../../engine/index.ts';
import { judgeAccepted } from '../../engine/judging/delivered.ts';
import { judgeExpiryClaim, judgeIssued, jwt } from '../../suites/authentication/token-answer.ts';
import { judgeNoToken } from '../../suites/authentication/token-refusals.ts';
import { judgeBeforeEffects } from '../../suites/every-endpoint/auth-refusals.ts';
import { judgeDeclaredSchema } from '../../suites/every-endpoint/declared.ts';
import { judgeUnknownRoute } from '../../suites/every-endpoint/errors.ts';
import { isJsonError, judgeJsonError, shape } from '../../suites/every-endpoint/errors-shape.ts';
import { http, judgeJsonMediaType } from '../../suites/every-endpoint/http.ts';
import { judgeQuery } from '../../suites/every-endpoint/without-query.ts';
import { judgeOk } from '../../suites/learn/guides-elements.ts';
import { judgeSettings } from '../../suites/notification-settings/on-creation.ts';
import { answered, withHeaders } from './answered.ts';

/** What an answer could hold that is right but for its depth, which no specification limits. */
const deep = `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
const served = answered({ body: deep });
const refused = (status: number) => answered({ status, body: deep });
const bound = { endpoint: { mayBeAbsent: true, scopes: [] }, profile: { scopes: {} }, facts: { tokens: {} } };
const asBound = bound as unknown as Bound;
const declared = { ...bound, endpoint: { ...bound.endpoint, responseSchema: { type: 'array' } } } as unknown as Bound;

describe('what is too deep to be read is held against nobody', () => {
  test.each<[string, () => Judgement]>([
    ['http/json-media-type', () => judgeJsonMediaType(served)],
    ['errors/json', () => judgeJsonError(refused(400))],
    ['errors/unknown-route', () => judgeUnknownRoute(refused(404))],
    ['auth/before-effects', () => judgeBeforeEffects(refused(401))],
    ['declared/schema', () => judgeDeclaredSchema(served, declared)],
    ['guides/ok', () => judgeOk(served)],
    ['notifications/on-creation', () => judgeSettings(served)],
    ['robustness/unexpected-query', () => judgeQuery(answered({ body: `${deep} ` }), served, new Set(), 'x=1')],
    ['robustness/unexpected-query', () => judgeQuery(answered({ body: [] }), served, new Set(), 'x=1')],
    ['robustness/unexpected-query', () => judgeQuery(served, answered({ body: [] }), new Set(), 'x=1')],
    ['token/issued', () => judgeIssued(served, asBound)],
    ['token/bad-credentials', () => judgeNoToken(refused(400), 'a token')],
    ['a refusal that may say why', () => judgeAccepted(refused(404), asBound)],
  ])('%s', (_id, judge) => {
    expect(judge().kind).toBe('unanswered');
  });

  test('nor looked at by requirements on JSON alone', () => {
    const [interoperable] = http.requirements.filter(({ id }) => id === 'http/json-interoperable');
    expect(interoperable?.kind === 'monitor' && interoperable.matches(served)).toBe(false);
    expect(shape.matches(refused(400))).toBe(false);
    expect(isJsonError.matches(refused(400))).toBe(true);
  });
});

test('another media type is another media type, however deep the body', () => {
  const html = { 'content-type': 'text/html' };
  const sent = (status: number): Answered => {
    const { answer, ...rest } = withHeaders({}, { status, body: deep });
    return { ...rest, answer: { ...answer, headers: Object.entries(html) } };
  };
  expect(judgeJsonMediaType(sent(200)).kind).toBe('violated');
  expect(judgeJsonError(sent(400)).kind).toBe('violated');
});

test('a token whose header or claims nobody reads is not judged by them', () => {
  const of = (facts: Answered['facts']['tokens'][string]): Answered => ({
    ...answered({ body: { access_token: 'x', expires_in: 60 }, request: { origin: 'token', yields: 'token:scoped' } }),
    facts: { echoes: [], tokens: { 'token:scoped': facts } },
  });
  expect(judgeExpiryClaim(of({ form: 'jws', header: { alg: 'RS256' } })).kind).toBe('unanswered');
  const opaque = of({ form: 'opaque', problem: 'its header is nested deeper than 1,000 levels' });
  expect(jwt.judge?.(opaque, asBound).kind).toBe('unanswered');
});
