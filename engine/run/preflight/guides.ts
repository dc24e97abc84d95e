import { type RunFacts, wellFormed } from '../../catalogue/index.ts';
import { concat, type Exchange, isAnswered, setupKey, symbol } from '../../exchange/index.ts';
import { isObject, isSuccess, type Json, jsonObject } from '../../judging/answer.ts';
import type { First, PreflightContext } from './first-response.ts';

const maxGuides = 200;
const guidePaths = ['/learn/learning-guides/{id}', '/learning-guides/{id}'] as const;

export async function findGuides(
  { covered, nameGuide, config, send }: PreflightContext,
  first: First | undefined,
): Promise<Pick<RunFacts, 'guideIds' | 'guideNames' | 'guidePath' | 'start'>> {
  if (!first || !isAnswered(first.exchange)) return { guideIds: [] };
  const { endpoint, exchange } = first;
  const start = { endpoint: endpoint.name, status: exchange.answer.status };
  const guide = covered.find(({ name }) => name === 'guide');
  if (endpoint.name !== 'guides' || !guide) return { guideIds: [], start };
  const guideIds = listedIds(exchange);
  for (const [nth, id] of guideIds.entries()) nameGuide(nth, id);
  if (guideIds.length === 0) return { guideIds, start };
  const found = { guideIds, guideNames: otherNames(exchange), start };
  const pinned = config.profile.guidePath;
  if (pinned !== undefined) return { ...found, guidePath: pinned };
  let known: string | undefined;
  for (const [index, guidePath] of guidePaths.entries()) {
    const [before = '', after = ''] = guidePath.split('{id}');
    const tried = await send(setupKey(guide.id, 'path', index), {
      ...wellFormed(guide),
      path: concat(before, symbol('guide:0'), after),
      purpose: 'off-route',
    });
    if (!isAnswered(tried)) continue;
    // An HTML page that the server returns for every path is not a guide.
    if (isSuccess(tried) && jsonObject(tried)) return { ...found, guidePath };
    if (tried.answer.status !== 404) known ??= guidePath;
  }
  return { ...found, guidePath: known ?? guidePaths[0] };
}

/** Only ids that fit into a path unescaped. */
function listedIds(exchange: Exchange) {
  const ids = listed(exchange).map((element) => (isObject(element) ? element['id'] : undefined));
  return usable(ids, /^[A-Za-z0-9_-]{1,64}$/).slice(0, maxGuides);
}

function otherNames(exchange: Exchange) {
  const [guide] = listed(exchange);
  const { key, slug, title } = isObject(guide) ? guide : {};
  const names = [key, slug, typeof title === 'string' ? asSegment(title) : undefined];
  return usable(names, /^[A-Za-z0-9_-]{1,100}$/);
}

const usable = (names: readonly (Json | undefined)[], form: RegExp) => [
  ...new Set(names.filter((name) => typeof name === 'string').filter((name) => form.test(name))),
];

function asSegment(title: string) {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

function listed(exchange: Exchange) {
  const data =
    isAnswered(exchange) && isSuccess(exchange) ? jsonObject(exchange)?.['data'] : undefined;
  return Array.isArray(data) ? data : [];
}
