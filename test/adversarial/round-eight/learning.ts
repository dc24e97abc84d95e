import type { Socket } from 'node:net';
import { count, type On } from './answer.ts';
import { type Guide, type Language, seedGuides } from './seed.ts';
import type { Call, Result, Service } from './upstream.ts';

const colours = ['linear-gradient(90deg, #fff 0%, rgb(0 0 0 / 50%) 100%)', 'oklch(62.8% 0.258 29.2)', 'rebeccapurple'];

/** Opens the service that keeps guides and insights. */
export function openLearning(on: On, memory: Map<string, unknown>): Service {
  const guides = seedGuides(on);
  const last = guides.length - 1;
  const locales = new WeakMap<Socket, Language>();

  const localise = (text: string) => (on('texts-decomposed') ? text.normalize('NFD') : text);

  function describe(guide: Guide, n: number, language: Language): unknown {
    const text = localise(language === 'hu' ? `${guide.hu}: alapok, példák, gyakorlat.` : `${guide.ar}: أسس وأمثلة.`);
    if (on('rich-text-description') && n === 6) return [{ type: 'paragraph', children: [{ text, bold: true }] }];
    return on('descriptions-of-four-thousand') ? text.repeat(Math.ceil(4000 / text.length)) : text;
  }

  function countChapters(guide: Guide, n: number, listings: number): unknown {
    if (on('chapter-count-as-long') && n === last) return { low: guide.chapters, high: 0, unsigned: false };
    if (on('chapter-counts-of-extremes') && n < 2) return n === 0 ? 0 : 3_000_000_000;
    return guide.chapters + (on('chapter-added-once') && n === 2 && listings > 5 ? 1 : 0);
  }

  function summarise(guide: Guide, n: number, language: Language, listings: number) {
    return {
      key: guide.key,
      contentType: 'learning_guide',
      id: guide.id,
      title: localise(guide[language]),
      description: describe(guide, n, language),
      backgroundColor: on('colours-as-functions') ? colours[n % colours.length] : guide.colour,
      guideIconURL: `https://cdn.befektetes.example/icons/${guide.slug}.svg`,
      mobileCoverImageURL: `https://cdn.befektetes.example/mobile/${guide.slug}.webp`,
      webCoverImageURL: n % 3 === 0 ? null : `https://cdn.befektetes.example/web/${guide.slug}.webp`,
      slug: on('slugs-translated') ? guide[language].replaceAll(' ', '-') : guide.slug,
      chapterCount: countChapters(guide, n, listings),
    };
  }

  function list(language: Language): Result {
    const listings = count(memory, 'listings');
    const data = guides.map((guide, n) => summarise(guide, n, language, listings));
    const draft = { ...data[3], id: 'd4af7000000000000000d4af', key: 'draft', slug: 'draft' };
    if (on('drafts-shown-in-translation') && language === 'ar') data.splice(5, 0, draft as (typeof data)[number]);
    return { status: 200, body: { data } };
  }

  function fetchGuide(id: string, language: Language): Result {
    if (on('malformed-guide-id-300') && !/^[0-9a-f]{24}$/i.test(id))
      return { status: 300, body: { data: guides.slice(0, 3).map((g) => g.slug) } };
    if (!/^[0-9a-f]{24}$/i.test(id))
      return { status: 400, body: { code: 'bad_id', detail: 'No guide has such an id.' } };
    const found = guides.find((g) => g.id === id.toLowerCase());
    if (!found && on('unknown-guide-redirects')) return { status: 302 };
    if (!found) return { status: 404, body: { code: 'not_found', detail: 'There is no such guide.' } };
    const guide = on('guide-joined-by-key') ? (guides.find((g) => g.key === found.key) ?? found) : found;
    const chapters = Array.from({ length: guide.chapters }, (_, n) => ({
      number: n + 1,
      title: localise(`${guide[language]} ${n + 1}`),
    }));
    return { status: 200, body: { title: localise(guide[language]), slug: guide.slug, chapters } };
  }

  function showInsights({ user, language }: Call): Result {
    if (on('insights-without-content-for-some') && language === 'ar') return { status: 204 };
    const title = language === 'hu' ? 'A kamatok csökkennek' : 'أسعار الفائدة تنخفض';
    return { status: 200, body: { insights: [{ title: localise(title), reader: user.slice(-4) }] } };
  }

  return (call) => {
    const kept = locales.get(call.socket) ?? call.language;
    locales.set(call.socket, kept);
    const language = on('locale-kept-per-upstream-socket') ? kept : call.language;
    if (call.path === '/guides') return list(language);
    if (call.path === '/insights') return showInsights({ ...call, language });
    return fetchGuide(call.path.slice('/guides/'.length), language);
  };
}
