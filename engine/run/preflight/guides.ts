import type { RunFacts } from '../../catalogue/facts.ts';
import { wellFormed } from '../../catalogue/well-formed.ts';
import { type Exchange, isAnswered } from '../../exchange/exchange.ts';
import { concat, symbol } from '../../exchange/value.ts';
import { isObject, isSuccess, type Json, jsonObject } from '../../judging/answer.ts';
import { asker, type PreflightContext } from './context.ts';
import type { First } from './first-response.ts';

/** At most this many listed guides get a symbol of their own. */
const maxGuides = 200;
const guidePaths = ['/learn/learning-guides/{id}', '/learning-guides/{id}'] as const;

/** Finds the ids of guides in the first response, and the path that returns a guide. */
export async function findGuides(
  context: PreflightContext,
  first: First | undefined,
): Promise<Pick<RunFacts, 'guideIds' | 'guideNames' | 'guidePath' | 'start'>> {
  const guide = context.covered.find(({ name }) => name === 'guide');
  const answered = first && isAnswered(first.exchange) ? first.exchange.answer : undefined;
  const start =
    first && answered ? { start: { endpoint: first.endpoint.name, status: answered.status } } : {};
  if (first?.endpoint.name !== 'guides' || !guide) return { guideIds: [], ...start };
  const guideIds = listedIds(first.exchange);
  for (const [nth, id] of guideIds.entries()) context.nameGuide(nth, id);
  if (guideIds.length === 0) return { guideIds, ...start };
  const found = { guideIds, guideNames: otherNames(first.exchange), ...start };
  const pinned = context.config.profile.guidePath;
  if (pinned !== undefined) return { ...found, guidePath: pinned };
  const ask = asker(context, guide.id);
  let known: string | undefined;
  for (const [index, path] of guidePaths.entries()) {
    const [before = '', after = ''] = path.split('{id}');
    const tried = await ask(index, 'path', {
      ...wellFormed(guide, path),
      path: concat(before, symbol('guide:0'), after),
      purpose: 'off-route',
    });
    if (!isAnswered(tried)) continue;
    // An HTML page that the server returns for every path is not a guide.
    if (isSuccess(tried) && jsonObject(tried)) return { ...found, guidePath: path };
    if (tried.answer.status !== 404) known ??= path;
  }
  return { ...found, guidePath: known ?? guidePaths[0] };
}

/** Only ids that fit into a path unescaped. */
function listedIds(exchange: Exchange): string[] {
  const ids = listed(exchange).map((element) => (isObject(element) ? element['id'] : undefined));
  const usable = ids.filter(
    (id): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id),
  );
  return [...new Set(usable)].slice(0, maxGuides);
}

function otherNames(exchange: Exchange): string[] {
  const [guide] = listed(exchange);
  const { key, slug, title } = isObject(guide) ? guide : {};
  const names = [key, slug, typeof title === 'string' ? asSegment(title) : undefined];
  const usable = names.filter(
    (name) => typeof name === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(name),
  );
  return [...new Set(usable as string[])];
}

function asSegment(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

function listed(exchange: Exchange): readonly Json[] {
  const data =
    isAnswered(exchange) && isSuccess(exchange) ? jsonObject(exchange)?.['data'] : undefined;
  return Array.isArray(data) ? data : [];
}
