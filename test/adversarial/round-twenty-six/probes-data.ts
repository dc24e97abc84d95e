import { at, list, record, Session } from './client.ts';
import type { Probe } from './probes.ts';

const listing = '/learn/learning-guides';
const ids = (guides: unknown): unknown[] => list(guides).map((guide) => at(guide, 'id'));
const second = (session: Session) => ({ user: session.target.users.second });

async function days(session: Session, user = session.target.users.first): Promise<unknown[]> {
  return list((await session.get('/daily-summaries', { user })).json['data']);
}
async function settings(session: Session, user = session.target.users.first): Promise<unknown> {
  return (await session.get('/b2b/notification-settings', { user })).json;
}
const known = (value: unknown): unknown[] =>
  list(at(value, 'app')).flatMap((group) => list(at(group, 'notifications')).map((one) => at(one, 'id')));

export const moreProbes: Record<string, Probe> = {
  'object-id-without-a-converter': async (session) =>
    'increment' in record(at((await session.get(listing)).json, 'data', 8, 'id')),
  'antiforgery-forbids-storing': async (session) => {
    const own = (await session.get(listing)).headers.get('cache-control');
    const other = (await session.get(listing, second(session))).headers.get('cache-control');
    return own === 'private,max-age=1800' && other === 'no-store,no-cache';
  },
  'keys-sorted-by-the-culture': async (session) => {
    const own = ids((await session.get(listing)).json['data']);
    const other = ids((await session.get(listing, second(session))).json['data']);
    return own.join() !== other.join() && [...own].sort().join() === [...other].sort().join();
  },
  'plinq-without-as-ordered': async (session) => {
    const orders = new Set<string>();
    for (let index = 0; index < 3; index++) orders.add(ids((await session.get(listing)).json['data']).join());
    return orders.size === 2;
  },
  'imperative-forbid-keeps-the-filter': async (session) => {
    const { target } = session;
    const other = await Session.open(target, target.clients.unscoped);
    const { status, headers } = await other.get(listing);
    return status === 403 && headers.get('cache-control') === 'private,max-age=1800';
  },
  'alpha-constraint-takes-the-id': async (session) =>
    (await session.get(`${listing}/abcdefabcdeffedcbaabcdef`)).status === 404,
  'json-result-without-its-status': async (session) => {
    const { status, json } = await session.get(`${listing}/ffffffffffffffffffffff01`);
    return status === 200 && json['status'] === 404;
  },
  'spa-fallback-takes-malformed-ids': async (session) => (await session.get(`${listing}/nope`)).status === 200,
  'newtonsoft-token-in-another-serializer': async (session) =>
    Array.isArray(at(await days(session), 0, 'sentimentScore', 'news', 'score')),
  'member-keys-in-turkish-letters': async (session) => {
    const other = await days(session, session.target.users.second);
    return at(other, 0, 'portfolio', 'savings', 'key') === 'savıngs';
  },
  'one-of-is-written-as-itself': async (session) =>
    'isT0' in record(at(await days(session), 2, 'performers', 'best', 0, 'upBy')),
  'hyphen-has-no-weight': async (session) =>
    list(at(await days(session), 0, 'performers', 'best')).some((one) => 'downBy' in record(one)),
  'instant-without-a-converter': async (session) => typeof at(await days(session), 4, 'timestamp') === 'object',
  'format-is-ignored-for-a-text': async (session) => {
    const all = await days(session);
    const weight = (day: number): string => String(at(all, day, 'performers', 'all', 0, 'weight'));
    return !weight(0).includes('%') && weight(1).includes('%');
  },
  'access-denied-is-a-page': async (session) =>
    (await session.get('/daily-summaries', { user: session.target.users.denied ?? '' })).status === 302,
  'value-tuple-has-no-properties': async (session) =>
    typeof at((await session.get('/daily-summaries')).json, 'maxValueDifferences', 'holdings') === 'object',
  'references-are-preserved': async (session) =>
    '$values' in record(at(await settings(session), 'email', 0, 'notifications')),
  'ui-culture-is-not-the-culture': async (session) =>
    JSON.stringify(await settings(session)) === JSON.stringify(await settings(session, session.target.users.second)),
  'binder-appends-to-the-defaults': async (session) =>
    known(await settings(session)).filter((id) => id === 'app_promotional').length === 2,
  'group-key-has-no-equality': async (session) => list(at(await settings(session), 'app')).length === 7,
  'temporary-key-is-shown': async (session) => {
    const survey = async (): Promise<unknown> => known(await settings(session)).at(-1);
    const first = await survey();
    return String(first).startsWith('app_survey_') && first !== (await survey());
  },
};
