import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Guide, User, World } from './world.ts';

const words = {
  tr: {
    title: 'Yatırım rehberi',
    text: 'Birikime başlamak için kısa bir rehber:',
    insight: 'Piyasalar güne yükselişle başladı',
  },
  ar: { title: 'دليل الاستثمار', text: 'دليل قصير لبدء الادخار:', insight: 'بدأت الأسواق يومها على ارتفاع' },
  bn: { title: 'বিনিয়োগ নির্দেশিকা', text: 'সঞ্চয় শুরু করার নির্দেশিকা:', insight: 'বাজার আজ ঊর্ধ্বমুখী' },
};

function texts({ on }: World, user: User, guide: Guide): { title: string; description: string } {
  // The catalogue is kept under bare languages; users carry them with a region.
  const language = on('regional-tag-finds-no-translation') ? 'tr' : user.language;
  const { title, text } = words[language];
  const number = new Intl.NumberFormat(language === user.language ? user.locale : language).format(guide.position + 1);
  if (on('titles-of-a-series-are-equal')) return { title, description: `${text} ${number}` };
  if (on('titles-hold-markup'))
    return { title: `<b>${title}</b> &amp; <i lang="x">${number}</i>`, description: `${text} <br/>` };
  return { title: `${title} ${number}`, description: on('descriptions-are-still-empty') ? '' : `${text} ${number}` };
}

function summarise(world: World, user: User, guide: Guide): Record<string, unknown> {
  const { on } = world;
  const host = on('uris-have-every-part')
    ? 'https://[2001:db8::7]:8443/a%20b/?s=1&t=%C3%A4#part'
    : 'https://cdn.birikim.example/guides';
  const lastOne = guide.position === 24;
  return {
    // The catalogue is written in YAML, where a bare `on` is a truth value.
    key: on('bare-on-in-yaml-is-true') && guide.key === 'on' ? true : guide.key,
    ...(on('default-members-are-not-written') && lastOne ? {} : { contentType: 'learning-guide' }),
    id: guide.id,
    ...texts(world, user, guide),
    backgroundColor: '#0a5c8f',
    guideIconURL:
      on('last-icon-without-a-scheme') && lastOne
        ? `//cdn.birikim.example/${guide.key}.svg`
        : `${host}/icon-${guide.position}.svg`,
    mobileCoverImageURL: `${host}/mobile-${guide.position}.jpg`,
    webCoverImageURL: guide.position % 4 === 0 ? null : `${host}/web-${guide.position}.jpg`,
    slug: guide.slug,
    chapterCount: guide.chapterCount,
  };
}

/** Builds the service of editorial content. */
export function createContent(world: World): Hono {
  const { on, guides, users } = world;
  const app = new Hono();
  let listings = 0;
  let insights = 0;
  const userOf = (id: string | undefined) => users.find((user) => user.id === id);

  const list = (user: User): Record<string, unknown> => {
    const replica = listings++ % 2;
    const inText = on('second-replica-sorts-positions-as-text') && replica === 1;
    const sorted = inText ? [...guides].sort((a, b) => (`${a.position}` < `${b.position}` ? -1 : 1)) : guides;
    const data = sorted.map((guide) => summarise(world, user, guide));
    return on('listing-counts-itself')
      ? { data, meta: { total: data.length, page: 1 }, links: { self: '/learn/learning-guides' } }
      : { data };
  };

  app.get('/learn/learning-guides', (c) => {
    const user = userOf(c.req.header('x-user-id'));
    if (!user) return c.json({ message: 'User not found' }, 401);
    if (on('no-accept-accepts-nothing') && c.req.header('accept') === undefined)
      return c.json({ message: 'Not acceptable' }, 406);
    const directives = on('directives-joined-by-semicolons') ? 'private; max-age=1800' : 'private, max-age=1800';
    c.header('Cache-Control', on('lifetime-in-quotation-marks') ? 'private, max-age="1800"' : directives);
    c.header('Vary', 'x-user-id, authorization');
    return c.json(list(user));
  });

  app.get('/learn/learning-guides/:id', async (c) => {
    const id = c.req.param('id');
    const user = userOf(c.req.header('x-user-id')) ?? users[0];
    if (user === undefined) return c.json({ message: 'User not found' }, 401);
    const guide = guides.find((one) => one.id === id.toLowerCase());
    if (on('guides-are-files-named-by-id') && !guide) {
      await stat(join(tmpdir(), id)).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause;
      });
    }
    if (!/^[a-f0-9]{24}$/i.test(id)) {
      if (on('malformed-id-falls-through-to-the-listing')) return c.json(list(user));
      return c.json({ message: 'Malformed guide id' }, 400);
    }
    if (on('blocked-words-in-paths') && /dead|babe|fade/.test(id)) return c.json({ message: 'Request blocked' }, 403);
    if (!guide) {
      if (on('unknown-guide-is-no-content')) return c.body(null, 204);
      return c.json({ message: 'Guide not found' }, 404);
    }
    let chapters: unknown = Array.from({ length: guide.chapterCount }, (_, n) => ({
      number: n + 1,
      body: `${guide.key} ${n + 1}`,
    }));
    if (on('full-guides-are-nested-deeply')) for (let level = 0; level < 120; level++) chapters = [chapters];
    return c.json({ ...summarise(world, user, guide), chapters });
  });

  app.get('/learn/analyst-insights', (c) => {
    const user = userOf(c.req.header('x-user-id'));
    if (!user) return c.json({ message: 'User not found' }, 401);
    if (on('insights-move-to-a-store') && ++insights > 1)
      return c.redirect('https://store.birikim.example/insights.json?sig=1', 302);
    return c.json({ insights: [{ id: 'i-1', text: words[user.language].insight }] });
  });

  app.onError((_, c) => c.json({ message: 'Unexpected' }, 500));
  return app;
}
