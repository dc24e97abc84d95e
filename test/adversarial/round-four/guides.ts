import type { Handler } from 'hono';
import { refuseInput } from './bodies.ts';
import type { Guide } from './catalogue.ts';
import type { Env } from './guards.ts';
import type { Language } from './people.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

type Listed = Readonly<Record<string, unknown>>;

const summarise = (guide: Guide, language: Language): Listed => ({
  key: guide.key,
  contentType: guide.contentType,
  id: guide.id,
  title: guide.title[language],
  description: guide.description[language],
  backgroundColor: guide.backgroundColor,
  guideIconURL: `https://cdn.poupa.example/icones/${guide.key}.svg`,
  mobileCoverImageURL: `https://cdn.poupa.example/capas/${guide.key}@2x.jpg`,
  webCoverImageURL: guide.chapterCount % 5 === 0 ? null : `https://cdn.poupa.example/capas/${guide.key}.jpg`,
  slug: guide.slug[language],
  chapterCount: guide.chapterCount,
});

function chooseLanguage(world: World, token: string, language: Language): Language {
  if (!world.on('language-kept-with-the-token')) return language;
  const kept = world.memory.get(`language ${token}`) as Language | undefined;
  world.memory.set(`language ${token}`, kept ?? language);
  return kept ?? language;
}

/** The listing of a language, made once in half an hour. */
function readListing(world: World, language: Language): readonly Listed[] {
  const key = `listing ${language}`;
  const kept = world.memory.get(key) as { until: number; rows: Map<string, Listed> } | undefined;
  if (kept !== undefined && kept.until > Date.now()) {
    const rows = [...kept.rows];
    if (world.on('kept-listing-comes-back-by-text-order')) rows.sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([, row]) => row);
  }
  const shown = world.catalogue.filter(
    (guide) => !(world.on('untranslated-guides-left-out') && language === 'hi' && guide.untranslated),
  );
  const rows = new Map(shown.map((guide, position) => [String(position), summarise(guide, language)]));
  const seconds = world.on('kept-listing-comes-back-by-text-order') ? 1.5 : 1800;
  world.memory.set(key, { until: Date.now() + seconds * 1000, rows });
  return [...rows.values()];
}

function writeCaching(world: World): string {
  const { on } = world;
  if (on('lifetime-with-jitter')) return `private, max-age=${1800 + Math.round((Math.random() - 0.5) * 360)}`;
  if (on('private-for-one-field')) return 'private="set-cookie, x-trace", max-age=1800';
  if (on('listing-for-shared-caches')) return 'public, s-maxage=1800, max-age=1800';
  return 'private, max-age=1800';
}

const normalise = (world: World, text: string): string =>
  world.on('texts-in-decomposed-unicode') ? text.normalize('NFD') : text;

/** GET /learn/learning-guides */
export function listGuides(world: World): Handler<Env> {
  const { on } = world;
  return (c) => {
    const language = chooseLanguage(world, c.get('token'), c.get('person').language);
    const rows = readListing(world, language);
    const headers: Record<string, string> = {
      'cache-control': writeCaching(world),
      vary: on('listing-for-shared-caches') ? 'x-user-id, authorization' : 'x-user-id',
      ...(on('listing-has-a-last-modified') && { 'last-modified': new Date(world.startedAt).toUTCString() }),
    };
    const since = Date.parse(c.req.header('if-modified-since') ?? '');
    if (on('listing-has-a-last-modified') && since >= Math.floor(world.startedAt / 1000) * 1000)
      return c.body(null, 304, headers);
    if (on('another-form-without-accept') && c.req.header('accept') === undefined)
      return c.json(
        { _embedded: { guides: rows }, _links: { self: { href: '/learn/learning-guides' } } },
        200,
        headers,
      );
    const data = on('filtered-list-keeps-its-keys') && language === 'hi' ? Object.fromEntries(rows.entries()) : rows;
    return c.body(normalise(world, JSON.stringify({ data })), 200, { ...headers, 'content-type': 'application/json' });
  };
}

const differByOne = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [x, y] = [a.slice(start), b.slice(start)];
  return x.slice(1) === y.slice(1) || x.slice(1) === y || x === y.slice(1);
};

function findGuide(world: World, id: string): Guide | undefined {
  const loaded = world.on('full-guides-loaded-by-the-default-limit') ? world.catalogue.slice(0, 25) : world.catalogue;
  return loaded.find((guide) => guide.id === id);
}

/** GET /learn/learning-guides/{id} */
export function showGuide(world: World): Handler<Env> {
  const { on } = world;
  return (c) => {
    const id = c.req.param('id') ?? '';
    const language = world.people.find((person) => person.id === c.req.header('x-user-id'))?.language ?? 'pt';
    const wellFormed = /^[0-9a-f]{24}$/.test(id);
    const near = world.catalogue.find((guide) => differByOne(guide.id, id));
    const meant = !wellFormed && on('mistyped-guide-ids-corrected') ? near?.id : undefined;
    if (!wellFormed && meant === undefined)
      throw on('malformed-guide-ids-are-404')
        ? new Refusal(404, 'There is no such guide.')
        : refuseInput(world, 'The id of the guide is malformed.');
    const guide = findGuide(world, meant ?? id);
    if (guide === undefined && on('unknown-guides-are-null')) return c.json(null);
    if (guide === undefined) {
      const cause = `ENOENT: no such file or directory, open '/var/task/content/${language}/${id}.json'`;
      throw new Refusal(404, 'There is no such guide.', on('missing-files-named') ? cause : null);
    }
    const length = on('full-guides-are-large') ? 300 : 1;
    const chapters = Array.from({ length: guide.chapterCount }, (_, index) => ({
      number: index + 1,
      text: `${guide.description[language]} `.repeat(length),
    }));
    return c.json({ ...summarise(guide, language), chapters });
  };
}

/** GET /learn/analyst-insights */
export function listInsights(world: World): Handler<Env> {
  return (c) => {
    const person = c.get('person');
    const language = world.on('insights-are-the-same-for-all') ? 'pt' : person.language;
    const texts = {
      pt: ['A inflação cede e os juros longos caem.', 'Exportadoras sentem a queda do dólar.'],
      hi: ['महँगाई घटी और लंबी अवधि के ब्याज गिरे।', 'आईटी कंपनियों के नतीजे उम्मीद से बेहतर।'],
    }[language];
    const insights = texts.map((text, index) => ({ id: `insight-${index + 1}`, text }));
    return c.json(world.on('lists-without-an-object-around') ? insights : { data: insights });
  };
}
