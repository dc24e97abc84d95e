import { createHash } from 'node:crypto';
import { answer, type Call, type Reply } from './exchange.ts';
import type { Language, User } from './people.ts';
import { about, chapters, topics } from './texts.ts';
import { pause, type World } from './world.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

// The first id reads like a number to careless eyes, and the last is the greatest.
const ids = topics.map((topic, at) => {
  if (at === 0) return '65120345678901234567e101';
  const hex = digest(topic.pl).slice(0, 24);
  return at === topics.length - 1 ? `ffe${hex.slice(3)}` : `8${hex.slice(1)}`;
});

const names = topics.map((_, at) => `przewodnik-${String(at + 1).padStart(2, '0')}`);

export type Guide = Readonly<Record<string, unknown>> & { readonly id: string; readonly title: string };

function describeGuide({ on }: World, at: number, language: Language): Guide {
  const topic = topics[at] ?? { pl: 'Nowość', el: 'Νέο' };
  const id = ids[at] ?? digest(String(at)).slice(0, 24);
  const spoken = on('one-description-is-translated') && at !== 6 ? 'pl' : language;
  const title = on('titles-hold-odd-characters') ? `${topic[spoken]} 📈\u2028\u0007\u200f` : topic[spoken];
  const name = on('two-guides-share-key-and-slug') && at === 5 ? names[4] : names[at];
  const pictures = on('pictures-are-data') ? 'data:image/svg+xml,%3Csvg/%3E#' : 'https://cdn.bocian.example/';
  return {
    key: name ?? 'nowosc',
    contentType: 'learningGuide',
    id: on('greek-guides-have-ids-of-their-own') && language === 'el' ? [...id].reverse().join('') : id,
    title: on('one-description-is-translated') ? topic.pl : title,
    description: about[spoken](topic[spoken]),
    backgroundColor: `#${id.slice(-6)}`,
    guideIconURL: `${pictures}${id}/ikona.svg`,
    mobileCoverImageURL: `${pictures}${id}/m.webp`,
    webCoverImageURL: at % 5 === 2 ? null : `${pictures}${id}/w.webp`,
    slug: name ?? 'nowosc',
    chapterCount: 3,
  };
}

async function collect(world: World, guides: readonly Guide[]): Promise<readonly Guide[]> {
  if (!world.on('guides-in-order-of-completion')) return guides;
  const done: Guide[] = [];
  await Promise.all(
    guides.map(async (guide) => {
      await pause(Math.random() * 4);
      done.push(guide);
    }),
  );
  return done;
}

// Cuts every text to so many bytes of UTF-8, and keeps the bytes as characters of Latin-1.
function cutToBytes(guides: readonly Guide[]): Buffer {
  const asBytes = (text: string, limit = text.length * 4): string =>
    Buffer.from(text).subarray(0, limit).toString('latin1');
  const data = guides.map((guide) => ({
    ...guide,
    title: asBytes(guide.title),
    description: asBytes(String(guide['description']), 64),
  }));
  return Buffer.from(JSON.stringify({ data }), 'latin1');
}

function describeKeeping({ on }: World, isKept: boolean): Reply['headers'] {
  const vary = on('vary-in-several-lines') ? ['Accept-Encoding', 'X-USER-ID, authorization'] : 'x-user-id';
  if (on('kept-listing-without-cache-control') && isKept) return { 'Cache-Control': [], Vary: vary };
  if (on('expiry-in-local-time')) {
    const athens = new Date(Date.now() + 30 * 60_000 + 2 * 3_600_000);
    return { 'Cache-Control': 'private', Expires: athens.toUTCString(), Vary: vary };
  }
  const lifetime = 'private, max-age=1800';
  if (on('stale-answers-may-be-used')) {
    return { 'Cache-Control': `${lifetime}, stale-while-revalidate=30, stale-if-error=600`, Vary: vary };
  }
  const legacy = on('expires-for-old-caches') ? { Expires: 'Thu, 01 Jan 1970 00:00:00 GMT' } : {};
  return { 'Cache-Control': lifetime, Vary: vary, ...legacy };
}

export function makeGuides(world: World): {
  list: (user: User) => Promise<Reply>;
  show: (user: User, call: Call) => Reply;
} {
  const { on, refuse } = world;
  const keptLanguages = new Set<Language>();
  let listings = 0;

  const list = async (user: User): Promise<Reply> => {
    listings += 1;
    const count = topics.length + (on('guide-is-added-in-between') && listings > 30 ? 1 : 0);
    const all = Array.from({ length: count }, (_, at) => describeGuide(world, at, user.language));
    const data = await collect(world, all);
    const headers = describeKeeping(world, keptLanguages.has(user.language));
    keptLanguages.add(user.language);
    const reply = answer({ data }, headers);
    return on('descriptions-cut-by-bytes') ? { ...reply, bytes: cutToBytes(data) } : reply;
  };

  const sorted = [...ids.keys()].sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  const search = (id: string): number => {
    let low = 0;
    let high = on('search-misses-the-last-guide') ? sorted.length - 1 : sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = sorted[middle] ?? 0;
      if (ids[at] === id) return at;
      if ((ids[at] ?? '') < id) low = middle + 1;
      else high = middle;
    }
    const added = topics.length;
    return on('guide-is-added-in-between') && id === digest(String(added)).slice(0, 24) ? added : -1;
  };

  const find = (id: string): number => {
    if (on('id-around-an-e-is-a-number') && /^\d+e\d+$/.test(id)) return search(String(Number(id)));
    if (on('greek-guides-have-ids-of-their-own')) return Math.max(search(id), search([...id].reverse().join('')));
    return search(id);
  };

  const show = (user: User, call: Call): Reply => {
    const sent = call.id ?? '';
    if (/%(?![0-9a-f]{2})/i.test(sent) && on('broken-escape-in-plain-text')) {
      return { status: 400, headers: { 'Content-Type': 'text/plain' }, bytes: Buffer.from('Bad Request') };
    }
    const id = on('guide-id-in-either-case') ? sent.toLowerCase() : sent;
    const wanted = on('other-characters-leave-the-guide-id') ? id.replace(/[^0-9a-f]/g, '') : id;
    if (!/^[0-9a-f]{24}$/.test(wanted)) return refuse(400, 'The id of the guide is malformed');
    const at = find(wanted);
    if (at < 0) return refuse(404, 'No such guide');
    const guide = describeGuide(world, at, user.language);
    const content = chapters[user.language].map((title) => ({ title, body: `${title}: ${guide.title}` }));
    return answer({ ...guide, chapters: content }, { 'Cache-Control': 'private, max-age=300', Vary: 'x-user-id' });
  };

  return { list, show };
}
