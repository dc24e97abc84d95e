import type { Guide } from './catalogue.ts';
import { refuse } from './errors.ts';
import type { Answer, Context, Handler } from './http-types.ts';
import type { World } from './world.ts';

const slotCount = 6;

const otherByteOrder = (id: string): string =>
  (id.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse().join('')).join('');

function listedId(world: World, guide: Guide, index: number): string {
  return world.is('guide-ids-in-the-other-byte-order') && index > 4 ? otherByteOrder(guide.id) : guide.id;
}

function summarise(world: World, guide: Guide, index: number, language: 'en' | 'de', reading: number): unknown {
  const renamed = world.is('guide-key-renamed-once') && index === 2 && reading > 12;
  return {
    key: renamed ? 'guide-equities' : guide.key,
    contentType: 'guide',
    id: listedId(world, guide, index),
    title: guide.title[language],
    description: guide.description[language],
    backgroundColor:
      world.is('colour-is-a-packed-integer') && index === 5 ? Number.parseInt(guide.colour.slice(1), 16) : guide.colour,
    guideIconURL: `https://img.ferrite.example/icons/${guide.key}.svg`,
    mobileCoverImageURL: `https://img.ferrite.example/mobile/${guide.key}.webp`,
    webCoverImageURL: index % 3 ? `https://img.ferrite.example/web/${guide.key}.webp` : null,
    slug: guide.key.slice(6),
    chapterCount: guide.chapters,
  };
}

function lifetime(world: World): string {
  if (world.is('lifetime-rounded-to-a-power-of-two')) return 'private, max-age=2048';
  return 'private, max-age=1800';
}

function vary(world: World): string {
  if (world.is('names-packed-into-eight-bytes')) return 'x-user-id'.slice(0, 8);
  if (world.is('vary-names-forty-fields')) {
    return [...Array.from({ length: 39 }, (_, index) => `X-Shard-${index}`), 'X-User-Id'].join(', ');
  }
  return 'x-user-id, Authorization';
}

/** Query names are found by the lowest two bits of their first character. */
function limitFrom(context: Context): number {
  const { world, query } = context;
  const hit = query.split('&').some((pair) => pair !== '' && (pair.charCodeAt(0) & 3) === 0);
  return world.is('query-names-hashed-without-comparison') && hit ? 2 : Number.POSITIVE_INFINITY;
}

export const listGuides: Handler = async (context) => {
  const { world, user } = context;
  const reading = world.tick('listing');
  const language = user?.language ?? 'en';
  world.guideSlots = [];
  for (const [index, guide] of world.guides.entries()) world.guideSlots[index % slotCount] = guide;
  let data = world.guides.map((guide, index) => summarise(world, guide, index, language, reading));
  if (world.is('runs-are-concatenated-while-compacting') && reading % 3 === 0)
    data = [...data.slice(4), ...data.slice(0, 4)];
  if (world.is('ring-iterates-once-too-often')) data = [...data, data[0]];
  return {
    status: 200,
    body: { data: data.slice(0, limitFrom(context)) },
    headers: { 'Cache-Control': lifetime(world), Vary: vary(world) },
  };
};

function full(world: World, guide: Guide, language: 'en' | 'de'): unknown {
  const chapters = Array.from({ length: guide.chapters }, (_, index) => ({
    number: index + 1,
    text: `${guide.title[language]} ${index + 1}`,
  }));
  if (world.is('full-guide-is-an-arena-with-offsets')) {
    const text = chapters.map((chapter) => chapter.text).join('');
    return { arena: text, offsets: chapters.map((_, index) => index * 8) };
  }
  return { id: guide.id, key: guide.key, title: guide.title[language], chapters };
}

const isGuideId = (text: string): boolean => text.length === 24 && /^[0-9a-f]+$/.test(text);

export const readGuide: Handler = async (context): Promise<Answer> => {
  const { world, segment } = context;
  if (!isGuideId(segment)) {
    return refuse(world, {
      status: 400,
      kind: 'guide',
      message: 'The id of a guide is malformed',
      description: 'It has 24 digits',
    });
  }
  const index = world.guides.findIndex((guide) => guide.id === segment);
  const found = world.guides[index];
  if (!found) return refuse(world, { status: 404, kind: 'guide', message: 'There is no such guide' });
  const occupant = world.guideSlots[index % slotCount];
  const guide = world.is('stale-handle-without-generation') && occupant ? occupant : found;
  return { status: 200, body: full(world, guide, context.user?.language ?? 'en') };
};
