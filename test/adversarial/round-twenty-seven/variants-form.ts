import { bagOf, onRefusal } from './edit.ts';
import type { Hooks, Toggle } from './hooks.ts';
import { Refusal } from './refusal.ts';
import type { Settings, Statuses } from './settings.ts';
import { plain, settings as standard, statuses } from './settings.ts';
import { oauthError } from './tokens.ts';
import type { Bag } from './types.ts';

const has = (settings: Partial<Settings>): Toggle => ({ settings });
const status = (some: Partial<Statuses>): Toggle => has({ statuses: { ...statuses, ...some } });
const clients = (scoped: [string, string], unscoped: [string, string]): Toggle =>
  has({ scoped: { id: scoped[0], secret: scoped[1] }, unscoped: { id: unscoped[0], secret: unscoped[1] } });
const error = (by: (value: Bag) => void): Toggle => ({
  hooks: () =>
    onRefusal(
      () => true,
      (reply) => {
        by(bagOf(reply.value));
        return reply;
      },
    ),
});
const sign = (mark: string): Toggle => has({ money: (value, language) => `${mark} ${plain(value, language)}` });
const wire = (by: NonNullable<Hooks['wire']>): Toggle => ({ hooks: () => ({ wire: by }) });
const fields = (more: Record<string, string>): Toggle => ({
  hooks: () => ({ reply: (reply) => ({ ...reply, fields: { ...reply.fields, ...more } }) }),
});

function fibonacci(): Hooks {
  let count = 0;
  const shed = new Set([21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181]);
  return {
    reply: (reply) => {
      count += 1;
      if (!shed.has(count) || reply.status >= 400) return reply;
      return { status: 503, fields: { 'Retry-After': '1', 'Content-Type': 'text/plain' }, text: 'ring is full' };
    },
    handle: (ex, _user, next) => {
      const write = ex.route === 'address' || ex.route === 'orders';
      return write && shed.has(count + 1) ? Promise.reject(new Refusal(429, 'The ring is full')) : next();
    },
  };
}

const letters = (index: number): string => (index + 2_796_202).toString(2).replaceAll('0', 'a').replaceAll('1', 'b');

export const formVariants: Readonly<Record<string, Toggle>> = {
  'unknown-user-428': status({ unknownUser: 428 }),
  'malformed-user-423': status({ malformedUser: 423, missingUser: 424 }),
  'refused-bodies-404': status({ badBody: 404, badJson: 404 }),
  'malformed-guide-412': status({ malformedGuide: 412 }),
  'query-refused-423': status({ query: 423 }),
  'media-type-refused-403': status({ mediaType: 403 }),
  'errors-carry-a-nel-of-problems': error((value) => {
    value['problems'] = { head: { at: 'x-user-id' }, tail: [] };
  }),
  'errors-carry-spec-explain': error((value) => {
    value['clojure.spec.alpha/problems'] = [{ path: [], pred: 'clojure.core/string?', via: [':defter/id'], in: [] }];
  }),
  'errors-carry-a-keyword-type': error((value) => {
    value['type'] = ':defter.error/refused';
    value['ex-message'] = null;
  }),
  'descriptions-are-decoding-cursors': error((value) => {
    bagOf(value['error'])['description'] = 'DownField(a),DownArray,DeleteGoParent';
  }),
  'messages-end-with-a-predicate': error((value) => {
    const inner = bagOf(value['error']);
    inner['message'] = `${String(inner['message'])} :: Predicate ((a && !(b)) || "c".matches("\\d")) failed`;
  }),
  'kid-is-a-namespaced-keyword': has({ kid: ':defter.jwk/es256' }),
  'kid-is-a-build-coordinate': has({ kid: '"example.defter" %% "jwk" % "3.4.1"' }),
  'client-ids-are-qualified-symbols': clients(['defter.core/gateway*', 'a-1'], ['defter.core/gateway!', 'b-2']),
  'secrets-are-edn-maps': clients(['full', '{:k #{"v" \\a}, :n nil}'], ['lite', '[1/3 2.5M #inst "2026"]']),
  'audience-is-a-namespaced-keyword': has({ audience: ':defter/api' }),
  'tokens-last-3607-seconds': has({ lifetime: 3607 }),
  'claims-have-namespaces': {
    hooks: () => ({
      claims: (claims) => ({ ...claims, 'defter/tenant': { 'db/id': 17 }, 'scope/extra': ['service:x'] }),
    }),
  },
  'claims-hold-dates-as-arrays': {
    hooks: () => ({ claims: (claims) => ({ ...claims, issuedOn: [2026, 10, 4], period: { years: 1, days: 0 } }) }),
  },
  'token-answer-in-kebab-case-besides': {
    hooks: () => ({
      grant: async (_ask, next) => {
        const reply = await next();
        if (reply.status === 200) Object.assign(bagOf(reply.value), { 'token-type': null, 'expires-in': ['PT1H'] });
        return reply;
      },
    }),
  },
  'token-refusals-are-lefts': {
    hooks: () => ({
      grant: async (_ask, next) => {
        const reply = await next();
        return reply.status === 200 ? reply : { ...oauthError(400, ''), value: { Left: { reason: [reply.value] } } };
      },
    }),
  },
  'base-below-a-package-name': has({ prefix: '/example.defter.gateway$/api_v2' }),
  'token-path-ends-in-do': has({ tokenPath: '/sso/issueToken.do' }),
  'user-ids-count-their-digits-up': has({
    userIds: ['0123456789abcdef01234567', '123456789abcdef012345678', '23456789abcdef0123456789'],
  }),
  'guide-ids-of-two-letters': has({ guideId: (index) => letters(index).padStart(24, 'ab').slice(-24) }),
  'read-back-below-a-namespaced-key': has({ addressKey: 'user/address' }),
  'read-back-below-a-keyword-with-colon': has({ addressKey: ':address' }),
  'amounts-in-sans-serif-bold-digits': has({
    money: (value, language) =>
      standard.money(value, language).replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ec + Number(digit))),
  }),
  'amounts-in-drachmas': sign('₯'),
  'amounts-in-cruzeiros': sign('₢'),
  'amounts-in-mills': sign('₥'),
  'amounts-in-ecus': sign('₠'),
  'amounts-in-australes': sign('₳'),
  'amounts-in-spesmilos': sign('₷'),
  'labels-are-qualified-keywords': has({ label: ':sentiment/optimal' }),
  'assets-are-tagged-literals': has({ asset: (isin) => `#isin "${isin}"` }),
  'chart-labels-in-the-thai-calendar': has({
    chartLabel: (moment) => `${new Date(moment).getUTCDate()}\n${new Date(moment).getUTCFullYear() + 543}`,
  }),
  'chart-labels-in-japanese-eras': has({
    chartLabel: (moment) => `R${new Date(moment).getUTCFullYear() - 2018}.${new Date(moment).getUTCMonth() + 1}`,
  }),
  'thirty-three-days-as-chunks-end': has({ days: 33 }),
  'code-is-compiled-while-it-runs': wire((number) => ({ wait: number <= 60 ? 60 - number : 0 })),
  'chunks-of-thirty-two-bytes': wire(() => ({ chunk: 32 })),
  'shed-on-fibonacci-numbers': { hooks: fibonacci },
  'answers-name-their-fiber': fields({ 'X-Fiber': 'io-compute-blocker-3 (cats.effect.IOFiber@7fa1c2 RUNNING)' }),
  'answers-name-their-scope': fields({ 'X-Resource-Scope': 'pool(8/32), use=1; release="pending, none"' }),
};
