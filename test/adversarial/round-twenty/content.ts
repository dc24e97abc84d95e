import { guidesIn } from './data.ts';
import { createBreaker, createLoader, type Service } from './mesh.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

const zigzag = (n: number) => (n % 2 === 0 ? n / 2 : -(n + 1) / 2);

/** Editorial content: the listing, the full guides and the insights. */
export function createContent(world: World): Service {
  const { on, every } = world;
  const breaker = createBreaker(4);
  const shelf = (language: string) => {
    const guides = guidesIn(language).map((guide) => ({
      ...guide,
      ...(on('chapter-count-is-read-as-zigzag') ? { chapterCount: zigzag(guide.chapterCount) } : {}),
      ...(on('null-value-is-written-by-its-name') && guide['webCoverImageURL'] === null
        ? { webCoverImageURL: 'NULL_VALUE' }
        : {}),
    }));
    if (on('first-of-the-enumeration-vanishes')) {
      for (const guide of guides as { contentType?: unknown }[])
        if (guide.contentType === 'guide') delete guide.contentType;
    }
    return world.knobs.guides(guides, language);
  };
  const load = createLoader(
    (keys) =>
      new Map(
        guidesIn('en').flatMap((guide) => {
          const chapters = Array.from({ length: guide.chapterCount }, (_, at) => `${guide.title}, ${at + 1}`);
          return keys.includes(guide.id) ? [[guide.id, { ...guide, chapters }]] : [];
        }),
      ),
  );

  return {
    listing: (_: unknown, { context }) => {
      const guides = shelf(context.language);
      if (on('percentage-is-drawn-by-request') && every('draw', 4)) return [...guides.slice(1), ...guides.slice(0, 1)];
      if (on('hedge-and-primary-both-arrive') && every('both', 5)) return [...guides, ...guides];
      return guides;
    },
    guide: async ({ id }: { id: string }) => {
      const stub = { id: '', title: 'Back soon', chapters: [] };
      const isMalformed = !/^[0-9a-f]{24}$/.test(id);
      const guide = isMalformed ? undefined : await load(id);
      if (guide && guide.chapters.length > 8 && on('fan-out-is-limited-to-eight-calls'))
        throw new Refusal(424, 'limit', 'The request fans out to too many calls');
      if (guide) return guide;
      if (on('open-breaker-serves-a-stub')) {
        if (breaker.isOpen()) return stub;
        breaker.failed();
      }
      if (isMalformed)
        throw new Refusal(world.knobs.statuses.guideId, 'guide', 'The id of a guide has 24 hexadecimal digits');
      if (on('missing-guide-is-the-default-instance')) return {};
      throw new Refusal(404, 'guide', 'There is no such guide');
    },
    insights: (_: unknown, { context }) => ({
      insights: [
        {
          asset: 'IE00B4L5Y983',
          stance: context.language === 'de' ? 'Halten' : 'Hold',
          note: context.language === 'de' ? 'Ruhig bleiben' : 'Stay calm',
        },
        {
          asset: 'US0378331005',
          stance: context.language === 'de' ? 'Kaufen' : 'Buy',
          note: context.language === 'de' ? 'Solide Zahlen' : 'Solid figures',
        },
      ],
    }),
  };
}
