import { authorizerOf, type Caller } from './authorizer.ts';
import { failuresOf } from './failures.ts';
import type { Issuer } from './issuer.ts';
import { learnOf } from './learn.ts';
import type { People } from './seed.ts';
import { tableOf } from './seed.ts';
import { settingsOf } from './settings.ts';
import { type Answer, type Call, Refusal, sleep, type Warm } from './shapes.ts';
import { summariesOf } from './summaries.ts';
import { wealthOf } from './wealth.ts';
import { writesOf } from './writes.ts';

const routes: readonly (readonly [string, RegExp, string])[] = [
  ['GET', /^\/learn\/learning-guides$/, 'guides'],
  ['GET', /^\/learn\/learning-guides\/(?<id>[^/]+)$/, 'guide'],
  ['GET', /^\/learn\/analyst-insights$/, 'insights'],
  ['PATCH', /^\/users\/me\/address$/, 'address'],
  ['GET', /^\/users\/me\/address$/, 'read-back'],
  ['GET', /^\/daily-summaries$/, 'summaries'],
  ['GET', /^\/b2b\/notification-settings$/, 'settings'],
  ['GET', /^\/cash$/, 'cash'],
  ['GET', /^\/portfolios$/, 'portfolios'],
  ['POST', /^\/api\/m2m\/investments\/orders$/, 'orders'],
];
export const routed = (method: string, path: string): { route: string; params: Record<string, string> } => {
  const fitting = routes.filter(([, pattern]) => pattern.test(path));
  const found = fitting.find(([known]) => known === method);
  if (found !== undefined) return { route: found[2], params: { ...found[1].exec(path)?.groups } };
  return { route: fitting.length > 0 ? 'no-method' : 'none', params: {} };
};
interface Person {
  readonly language: string;
  readonly denied: boolean;
}
interface Area {
  readonly area: string;
  readonly until: number;
}

export const gatewayOf = (warm: Warm, issuer: Issuer, people: People): ((call: Call) => Promise<Answer>) => {
  const table = tableOf(people);
  const authorize = authorizerOf(warm, issuer);
  const failure = failuresOf(warm);
  const [learn, wealth, writes] = [learnOf(warm), wealthOf(warm, table), writesOf(warm, table)];
  const [summaries, settings] = [summariesOf(warm), settingsOf(warm, table)];

  const userOf = (call: Call, caller: Caller): string => {
    const given = call.fields['x-user-id'];
    const last = `user of ${caller.token}`;
    if (given === undefined) {
      const kept = warm.has('user-of-the-kept-policy') && call.method === 'GET' ? warm.memory.get(last) : undefined;
      if (kept !== undefined) return String(kept);
      throw new Refusal(400, 'NO_USER', 'x-user-id is required.');
    }
    if (given === '' && call.route === 'settings' && warm.has('empty-key-attribute'))
      throw new Refusal(500, 'INTEGRATION_FAILURE', 'Internal server error');
    const bytes = Buffer.from(given, 'hex');
    if (warm.has('keys-are-binary') && bytes.length >= 12) return bytes.subarray(0, 12).toString('hex');
    if (!/^[a-f0-9]{24}$/.test(given)) throw new Refusal(400, 'BAD_USER', 'x-user-id is malformed.');
    return given;
  };
  const personOf = (call: Call, caller: Caller): Person => {
    const profile = table.get(`USER#${call.user}`, 'PROFILE');
    const known = `known ${caller.token}`;
    if (profile === undefined) {
      if (warm.has('existence-in-the-kept-policy') && warm.memory.has(known) && call.route !== 'summaries')
        return { language: 'en', denied: false };
      if (call.route === 'summaries') throw new Refusal(401, 'UNKNOWN_USER', 'User not found.');
      const onWrite = warm.has('unknown-user-by-method') && call.method !== 'GET';
      throw new Refusal(onWrite ? 409 : 404, 'UNKNOWN_USER', 'The user was not found.');
    }
    warm.memory.set(known, true);
    warm.memory.set(`user of ${caller.token}`, call.user);
    return profile as unknown as Person;
  };
  const checkPolicy = (call: Call, caller: Caller): void => {
    const key = `area ${caller.token}`;
    const area = call.route === 'guides' || call.route === 'guide' ? 'learn' : 'rest';
    const kept = warm.memory.get(key) as Area | undefined;
    const now = kept !== undefined && kept.until > Date.now() ? kept : { area, until: Date.now() + 800 };
    warm.memory.set(key, now);
    if (call.route !== 'guides') return;
    const elsewhere = warm.has('policy-of-the-first-area') && now.area !== 'learn';
    if (elsewhere || !caller.scopes.includes('service:nbg'))
      throw new Refusal(403, 'ACCESS_DENIED', 'The scope service:nbg is required.');
  };
  const invoke = (call: Call, person: Person): Answer | Promise<Answer> => {
    const answers: Record<string, () => Answer | Promise<Answer>> = {
      guides: () => learn.listing(call, person.language === 'de' ? 'de' : 'en'),
      insights: () => learn.insights(call, person.language === 'de' ? 'de' : 'en'),
      address: () => writes.update(call),
      'read-back': () => writes.readBack(call),
      summaries: () => summaries(call, person.language, person.denied),
      settings: () => settings(call, person.language),
      cash: () => wealth.cash(call),
      portfolios: () => wealth.portfolios(call),
      orders: () => writes.order(call),
    };
    const answer = answers[call.route];
    if (answer === undefined) throw new Refusal(404, 'NO_ROUTE', 'There is no such resource.');
    return answer();
  };
  const noQuery = (call: Call): void => {
    if (warm.has('queries-are-not-found') && call.query.size > 0 && call.method === 'GET')
      throw new Refusal(404, 'NOT_FOUND', 'There is no such resource with a query.');
  };
  const serve = async (call: Call): Promise<Answer> => {
    if (call.route === 'none') throw new Refusal(404, 'NO_ROUTE', 'There is no such resource.');
    if (call.route === 'no-method') throw new Refusal(405, 'NO_METHOD', 'This resource does not have this method.');
    const hit = warm.memory.get(`insights ${call.fields['x-user-id']}`) as
      | { answer: Answer; until: number }
      | undefined;
    if (call.route === 'insights' && hit !== undefined && hit.until > Date.now()) return hit.answer;
    const refused = `refused at ${call.route}`;
    if (warm.has('policy-outgrows-its-limit') && Number(warm.memory.get(refused) ?? 0) > 12)
      throw new Refusal(500, 'AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
    let caller: Caller;
    try {
      caller = await authorize(call);
    } catch (error) {
      warm.memory.set(refused, Number(warm.memory.get(refused) ?? 0) + 1);
      const user = call.fields['x-user-id'] ?? '';
      if (warm.has('refused-events-are-redriven') && call.route === 'address' && table.get(`USER#${user}`, 'PROFILE'))
        setTimeout(() => writes.redrive({ ...call, user }), 20);
      throw error;
    }
    checkPolicy(call, caller);
    if (call.route === 'guide') {
      noQuery(call);
      return learn.guide(call);
    }
    const known = { ...call, user: userOf(call, caller), client: caller.client };
    const person = personOf(known, caller);
    noQuery(call);
    return invoke(known, person);
  };
  return async (call) => {
    const times = warm.count(`calls ${call.route}`);
    if (warm.has('functions-grow-cold') && times % 30 === 0) await sleep(300);
    if (warm.has('settings-throttled-every-fourth-time') && call.route === 'settings' && times % 4 === 0)
      return {
        status: 429,
        fields: { 'retry-after': '1', 'content-type': 'application/json' },
        text: '{"message":null}',
      };
    if (warm.has('plain-503-of-the-concurrency-limit') && times % 10 === 0)
      return { status: 503, fields: { 'retry-after': '1', 'content-type': 'text/plain' }, text: 'Service Unavailable' };
    try {
      return await serve(call);
    } catch (error) {
      return failure(call, error);
    }
  };
};
