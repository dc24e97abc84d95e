import { addressService } from './address-service.ts';
import { SecondLevelCache } from './cache.ts';
import type { User } from './data.ts';
import * as data from './data.ts';
import { HttpException } from './exceptions.ts';
import type { Habit } from './habits.ts';
import type { Scheduler } from './jobs.ts';
import { type Answer, answer, type Exchange, type Json, type Toggle } from './messages.ts';
import { notificationService } from './notifications.ts';
import { summariesOf } from './summaries.ts';
import { checkOrder } from './validation.ts';

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export type Handler = (exchange: Exchange, user: User, body: Json | undefined, id: string) => Answer | Promise<Answer>;

export function controllers(on: Toggle, jobs: Scheduler, habit: Habit) {
  const cache = new SecondLevelCache();
  const newest = Date.now() - 61_007;
  const addresses = addressService(on, jobs);
  const settings = notificationService(on, cache, addresses.orphaned);
  let unsorted = false;
  if (on('catalogue-is-published-before-it-is-sorted')) {
    jobs.every(700, () => {
      unsorted = true;
      jobs.after(250, () => {
        unsorted = false;
      });
    });
  }

  function catalogue(user: User): Json[] {
    const list = data.guidesIn(user.language);
    const last = list.at(-1);
    const long = list[6];
    const doubled = list[4];
    if (last && on('placeholder-is-not-resolved')) last['guideIconURL'] = `$\{cdn.base}/icons/goals.svg`;
    if (long && on('chapters-are-counted-in-a-byte')) long['chapterCount'] = -56;
    if (doubled && on('fetch-join-repeats-the-root')) list.splice(4, 0, doubled);
    return unsorted ? [...list.slice(3), ...list.slice(0, 3)] : list;
  }
  const guides: Handler = (exchange, user) => {
    const minutes = on('lifetime-lasts-until-the-next-job');
    const lifetime = minutes ? 1800 - (Math.floor(Date.now() / 1000) % 1800) : 1800;
    const asked = [...exchange.query.keys()].some((name) => /^(lang|locale|language)$/i.test(name));
    const reader: User = asked && on('a-parameter-changes-the-locale') ? { ...user, language: 'en' } : user;
    const result = answer({ data: habit.guides?.(catalogue(reader), user) ?? catalogue(reader) });
    result.headers['cache-control'] = `private, max-age=${lifetime}`;
    const varies = user.language !== 'en' || !on('only-translations-vary');
    if (varies) result.headers['vary'] = 'x-user-id';
    return result;
  };
  const guide: Handler = (_exchange, user, _body, id) => {
    if (!/^[a-f0-9]{24}$/.test(id)) throw new HttpException(400, 'The id of the guide is malformed');
    const load = () => data.guidesIn(user.language).find((each) => each['id'] === id);
    const found = load();
    if (!found && on('a-reference-is-a-proxy')) return answer({ id, hibernateLazyInitializer: {} });
    if (!found) throw new HttpException(404, 'There is no such guide', 'unknown-guide');
    const slot = `${user.language} ${id.slice(-1)}`;
    const shown = on('cache-slots-are-not-compared') ? (cache.get('guide', slot, 5_000, load).value ?? found) : found;
    return answer(habit.guide?.(data.fullGuide(shown)) ?? data.fullGuide(shown));
  };
  const insights: Handler = (_exchange, user) => {
    const { hit, age, value } = cache.get('insights', user.id, 500, () => data.insightsFor(user));
    if (hit && age < 60 && on('a-stream-is-read-once')) throw new Error('the stream has been operated upon');
    return habit.insights?.(user) ?? answer(value);
  };
  const summaries: Handler = (exchange, user) => {
    const named = [...exchange.query].some(
      ([name, value]) => /^(sort|order|page|size|limit|offset)$/i.test(name) && !/^\d{1,4}$/.test(value),
    );
    if (named && on('pages-of-unknown-properties')) throw new Error('No property found');
    const decision = () => !user.denied;
    const key = exchange.principal?.scopes.join() ?? '';
    const allowed = on('decisions-are-kept-by-authorities')
      ? cache.get('decision', key, decision() ? 2_000 : 0, decision).value
      : decision();
    if (!allowed) throw new HttpException(403, 'Access is denied');
    const { value } = cache.get('summaries', user.id, 5_000, () => summariesOf(user, newest, on));
    const shown = structuredClone(value);
    if (on('log-masks-the-cached-object')) {
      for (const { portfolio } of value.data) portfolio.savings['dailyInterest'] = '***';
    }
    habit.summaries?.(shown, user);
    return answer(shown);
  };
  const cash: Handler = (exchange, user) => {
    const callback = exchange.query.get('callback') ?? exchange.query.get('jsonp');
    const result = habit.cash?.(user) ?? answer(data.cashOf(user));
    if (callback === null || !on('an-advice-wraps-for-callbacks')) return result;
    const text = `/**/${callback}(${JSON.stringify(result.body)});`;
    return { ...result, headers: { 'content-type': 'application/javascript' }, text };
  };

  let inFlight = 0;
  let lastGood: Answer | undefined;
  const portfolios: Handler = async (_exchange, user) => {
    if (inFlight > 0 && lastGood && on('full-bulkhead-gives-the-last-good-answer')) return structuredClone(lastGood);
    inFlight += 1;
    await rest(12);
    inFlight -= 1;
    const { hit } = cache.get('portfolios', user.id, 1_500, () => true);
    lastGood = habit.portfolios?.(user) ?? answer(data.portfoliosOf(user));
    const result = structuredClone(lastGood);
    if (hit && on('a-cached-text-has-another-converter')) result.headers['content-type'] = 'text/plain;charset=UTF-8';
    return result;
  };
  const updateAddress: Handler = (_exchange, user, body) => {
    addresses.update(user, body);
    return habit.updated?.() ?? answer({ message: 'address updated successfully' });
  };
  const readAddress: Handler = (_exchange, user) => answer({ address: addresses.find(user) });
  const order: Handler = (_exchange, _user, body = {}) => {
    checkOrder(body, on);
    return habit.ordered?.() ?? answer({ state: 'accepted', isin: body['isin'], amount: body['amount'] }, 201);
  };
  const notifications: Handler = (exchange, user) => {
    const shown = settings(exchange, user);
    habit.settings?.(shown, user);
    return answer(shown);
  };
  return { guides, guide, insights, summaries, cash, portfolios, updateAddress, readAddress, order, notifications };
}
