import { type Context, fault, type Handler, ok, type Service, sleep, slot } from './core.ts';
import type { Guide, Language } from './data.ts';

const lifetime = 1800;

function summaryOf(service: Service, guide: Guide, language: Language, at: number): Record<string, unknown> {
  const said = service.on('translations-close-over-the-loop') ? 'second' : language;
  const nullable = service.on('nullable-cover-as-struct') ? { String: '', Valid: false } : null;
  const summary = {
    key: `guide_${at}`,
    contentType: 'learning_guide',
    id: guide.id,
    title: guide.title[said],
    description: `${guide.title[said]} – ${said === 'second' ? 'kurz erklärt' : 'explained in brief'}`,
    backgroundColor: '#1F6F78',
    guideIconURL: `https://cdn.example/icons/${at}.svg`,
    mobileCoverImageURL: `https://cdn.example/mobile/${at}.jpg`,
    webCoverImageURL: at % 3 === 2 ? nullable : `https://cdn.example/web/${at}.jpg`,
    slug: `guide-${at}`,
    chapterCount: 3 + at,
  };
  return { ...summary, ...service.style.guide?.(summary, at) };
}

function cacheHeaders(service: Service): Record<string, string> {
  const age = service.on('duration-in-cache-control') ? '30m0s' : String(lifetime);
  return {
    'Cache-Control': service.style.cacheControl ?? `private, max-age=${age}`,
    Vary: service.on('vary-names-the-struct-field') ? 'UserID' : (service.style.vary ?? 'x-user-id'),
  };
}

/** Workers read the guides; each puts its guide where it belongs, or where there is room. */
async function readByWorkers(service: Service, guides: readonly Guide[], language: Language) {
  const placed = guides.map((guide, at) => summaryOf(service, guide, language, at));
  if (!service.on('appended-as-workers-finish')) return placed;
  const finished: Record<string, unknown>[] = [];
  const work = async (summary: Record<string, unknown>) => {
    await sleep(Math.random() * 6);
    finished.push(summary);
  };
  await Promise.all(placed.map(work));
  return finished;
}

export const listGuides =
  (service: Service): Handler =>
  async (ctx) => {
    const language = ctx.user?.language ?? 'first';
    const list = await readByWorkers(service, service.data.guides, language);
    const featured = list[3];
    if (service.on('featured-guide-inserted-again') && featured) list.unshift(featured);
    if (service.on('any-query-turns-paging-on') && ctx.query.size > 0) list.splice(3);
    if (service.on('evicted-guides-are-lost')) {
      const kept = slot(service, 'lru', () => new Set<string>());
      for (const guide of service.data.guides) kept.add(guide.id);
      while (kept.size > 5) kept.delete([...kept][0] ?? '');
    }
    const headers = cacheHeaders(service);
    const recorded = slot(service, 'recorded', () => new Map<string | undefined, number>());
    const hit = Date.now() - (recorded.get(ctx.user?.id) ?? 0) < 2_000;
    if (!hit) recorded.set(ctx.user?.id, Date.now());
    if (hit && service.on('kept-answers-lose-their-headers')) delete headers['Cache-Control'];
    return ok({ data: list }, headers);
  };

export const showGuide =
  (service: Service): Handler =>
  async (ctx) => {
    const id = ctx.param;
    if (service.on('odd-length-id-is-internal') && /^[0-9a-fA-F]+$/.test(id) && id.length % 2 === 1) {
      return fault(500, 'encoding/hex: odd length hex string');
    }
    if (!/^[a-fA-F0-9]{24}$/.test(id)) return fault(service.style.malformedGuide ?? 400, 'The id is malformed');
    const kept = service.cache.get('lru') as Set<string> | undefined;
    const guide = service.data.guides.find((one) => one.id === id);
    if (guide && (!kept || kept.has(id))) {
      const chapters = [{ heading: guide.title.first, text: `All about “${guide.title.first}”.` }];
      return ok({ id, title: guide.title.first, chapters });
    }
    if (service.on('zero-guide-for-unknown-id')) return ok({ id: '', title: '', chapters: [] });
    return fault(404, 'The guide was not found');
  };

export const listInsights =
  (service: Service): Handler =>
  async (ctx: Context) => {
    const german = ctx.user?.language === 'second';
    const runs = slot(service, 'insights', () => ({ times: 0 }));
    runs.times += 1;
    if (service.on('deadline-of-five-nanoseconds') && runs.times % 4 === 0)
      return fault(408, 'context deadline exceeded');
    const text = german ? 'Die Märkte blieben ruhig' : 'Markets stayed calm';
    const reply = ok(service.style.insights?.(text) ?? { data: [{ id: 'insight-1', text }] });
    if (service.on('media-type-set-after-writing')) reply.headers['Content-Type'] = 'text/plain; charset=utf-8';
    return reply;
  };
