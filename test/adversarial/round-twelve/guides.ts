import { type Answer, type App, type Context, Refusal } from './app.ts';
import type { Guide } from './records.ts';

type Row = Record<string, unknown>;

function row(app: App, guide: Guide, locale: 'en' | 'el', index: number): Row {
  const picture = (name: string): string =>
    app.on('images-without-path') ? 'https://images.example' : `https://images.example/${name}/${guide.id}.png`;
  const late = app.requests > 60;
  const coverless = !guide.cover || (app.on('cover-removed-once') && late && index === 0);
  return {
    key: app.on('key-renamed-once') && late && index === 1 ? 'renamed' : `guide-${index}`,
    contentType: 'guide',
    id: guide.id,
    title: guide.title[locale],
    description: guide.description[locale],
    backgroundColor: '#F4EFE6',
    guideIconURL: picture('icons'),
    mobileCoverImageURL: picture('mobile'),
    webCoverImageURL: coverless ? (app.on('attached-and-url') ? false : null) : picture('web'),
    slug: guide.slug,
    chapterCount: guide.chapters,
  };
}

const full = (app: App, guide: Guide, locale: 'en' | 'el'): Row => ({
  id: guide.id,
  title: guide.title[locale],
  chapters: Array.from({ length: guide.chapters }, (_, n) => ({
    number: n + 1,
    text: `${guide.title[locale]}, ${n + 1}`,
  })),
  ...(app.on('fragment-shared-by-two-views') ? { author: 'editors' } : {}),
});

function cacheHeaders(app: App, context: Context): Record<string, string> {
  let control = 'private, max-age=1800';
  if (app.on('lifetime-as-float')) control = 'private, max-age=1800.0';
  if (app.on('shared-lifetime-alone')) control = 'public, s-maxage=1800';
  const vary = app.on('vary-set-by-respond-to') && context.headers.accept === undefined ? 'Accept' : 'X-User-Id';
  return { 'Cache-Control': control, Vary: vary, ...(app.on('age-nought') ? { Age: '0' } : {}) };
}

export function listing(app: App, context: Context): Answer {
  const user = context.user;
  const warming = app.on('warm-up-speaks-english') && (Date.now() - app.started) % 600 < 250;
  const locale = warming ? 'en' : (user?.locale ?? 'en');
  let guides = app.guides;
  if (app.on('pinned-for-the-market') && locale === 'el') {
    const pinned = guides[3] as Guide;
    guides = [pinned, ...guides.filter((guide) => guide !== pinned)];
  }
  let data = guides.map((guide) => row(app, guide, locale, app.guides.indexOf(guide)));
  if (app.on('fragment-shared-by-two-views'))
    data = data.map((one) => app.cache.read<Row>(`guides/${one['id']}/${locale}`) ?? one);
  if (app.on('method-lost-in-the-cache')) {
    if (app.cache.read(`listing/${locale}`)) for (const one of data) delete one['contentType'];
    else app.cache.write(`listing/${locale}`, true, 1500);
  }
  return { status: 200, body: { data }, headers: cacheHeaders(app, context) };
}

export async function show(app: App, context: Context, id: string): Promise<Answer> {
  const header = context.headers['x-user-id'];
  const user = app.users.find((one) => one.id === header);
  if (app.on('guide-refuses-malformed-user') && header !== undefined && !/^[a-f0-9]{24}$/.test(String(header)))
    throw new Refusal(400, 'x-user-id is malformed.');
  if (app.on('pattern-backtracks') && /^[0-9a-f]{23,}[^0-9a-f]/.test(id)) await app.sleep(3_600_000);
  const bySlug = app.on('guide-found-by-slug') ? app.guides.find((guide) => guide.slug === id) : undefined;
  if (!bySlug && !/^[a-f0-9]{24}$/.test(id))
    throw new Refusal(app.on('malformed-guide-451') ? 451 : 400, 'The guide id is malformed.');
  const guide = bySlug ?? app.guides.find((one) => one.id === id);
  if (!guide) {
    if (app.on('timestamp-of-id-in-31-bits') && Number.parseInt(id.slice(0, 8), 16) >= 2 ** 31)
      throw new Refusal(500, 'Something went wrong.');
    throw new Refusal(app.on('unknown-guides-are-gone') ? 410 : 404, 'The guide was not found.');
  }
  if (app.on('progress-is-created-twice')) {
    const key = `progress/${user?.id ?? context.client}/${id}`;
    if (app.cache.read(key)) throw new Refusal(409, 'The guide was begun already.');
    app.cache.write(key, true, 3_600_000);
  }
  const locale = user?.locale ?? 'en';
  const body = full(app, guide, locale);
  if (app.on('fragment-shared-by-two-views')) app.cache.write(`guides/${guide.id}/${locale}`, body, 2000);
  return { status: 200, body, headers: { 'Cache-Control': 'private, max-age=60' } };
}
