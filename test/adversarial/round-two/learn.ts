import type { RequestHandler } from 'express';
import { sendBytes, sendJson } from './answer.ts';
import { ApiError } from './errors.ts';
import { userOf } from './guards.ts';
import type { Guide } from './store.ts';
import { guideTopics, insights, type Language } from './texts.ts';
import type { World } from './world.ts';

const images = 'https://bilder.sparbuch.example/guides';

interface LearnHandlers {
  markCacheable: RequestHandler;
  answerFromCache: RequestHandler;
  listGuides: RequestHandler;
  getGuide: RequestHandler;
  listInsights: RequestHandler;
}

/** Builds the handlers of the area Learn. */
export function makeLearnHandlers({ on, store, now }: World): LearnHandlers {
  const listings = new Map<string, unknown>();
  const seenUsers = new Map<string, unknown>();
  const guidesByPrefix = new Map<string, unknown>();
  const startedAt = now();
  let listed = 0;

  const idIn = (guide: Guide, language: Language): string =>
    on('guides-own-id-per-language') && guide === store.guides[2] && language !== 'de'
      ? `${guide.id.slice(0, 18)}ffe0c4`
      : guide.id;

  function summarise(guide: Guide, language: Language): Record<string, unknown> {
    const topic = guideTopics[guide.topic];
    if (!topic) throw new Error('no topic');
    const volume = guide.volume > 1 ? ` ${guide.volume}` : '';
    const edited = on('guides-edited-once') && listed > 25 && guide.topic === 1 ? ' *' : '';
    const newest = guide === store.guides.at(-1);
    return {
      key: `guide.${topic.slug}${volume.trim()}`,
      contentType: 'learning-guide',
      id: idIn(guide, language),
      title: `${topic.title[language]}${volume}${edited}`,
      description:
        on('guides-untranslated-is-null') && newest && language !== 'de' ? null : topic.description[language],
      ...(on('guides-optional-left-out')
        ? { webCoverImageURL: null }
        : {
            backgroundColor: guide.topic % 2 ? '#F3E7D3' : 'rgb(12 90 84)',
            guideIconURL: `${images}/${topic.slug}/icon.svg?v=2`,
            mobileCoverImageURL: `${images}/${topic.slug}/klein.webp`,
            webCoverImageURL: guide.topic % 3 === 2 ? null : `${images}/${topic.slug}/gro%C3%9F.webp`,
          }),
      slug: `${topic.slug}${volume.trim()}`,
      chapterCount: 2 + (guide.topic % 4),
    };
  }

  function orderGuides(): Guide[] {
    const turn = on('guides-tie-in-any-order') && listed % 2 === 0 ? -1 : 1;
    return store.guides
      .map((guide, i) => ({ guide, rank: guide.position * 1_000 + turn * i }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ guide }) => guide);
  }

  function makeListing(language: Language): unknown {
    listed++;
    if (on('guides-edited-once') && listed === 26)
      store.guides.push({ id: '6703e1aa5d2c4b9f1e3cffa7', topic: 3, volume: 2, position: 99 });
    return { data: orderGuides().map((guide) => summarise(guide, language)) };
  }

  const cacheControl = (hit: boolean): string | string[] => {
    if (on('guides-lifetime-on-hit') && hit) return 'private, max-age=300';
    if (on('cache-extensions')) return 'Private, MAX-AGE=1800, stale-while-revalidate=30, edge="no-store, max-age=60"';
    return on('cache-two-lines') ? ['private', 'max-age=1800'] : 'private, max-age=1800';
  };

  const chooseLanguage = (res: Parameters<RequestHandler>[1]): Language => userOf(res)?.language ?? 'en';

  return {
    markCacheable(_req, res, next) {
      if (on('guides-refusal-cacheable')) res.setHeader('Cache-Control', 'private, max-age=1800');
      next();
    },

    answerFromCache(req, res, next) {
      const body = seenUsers.get(req.get('x-user-id') ?? '');
      if (!on('scope-after-listing-cache') || !body) return next();
      res.setHeader('Cache-Control', cacheControl(true)).setHeader('Vary', 'x-user-id');
      sendJson(res, 200, body);
    },

    listGuides(_req, res) {
      const user = userOf(res);
      const key = on('guides-cache-without-language') ? 'all' : user.language;
      const kept = on('guides-cache-without-language') ? listings.get(key) : undefined;
      const body = kept ?? makeListing(user.language);
      res.setHeader('Cache-Control', cacheControl(listings.has(key)));
      res.setHeader('Vary', on('vary-star') ? '*' : 'Authorization, x-user-id');
      if (on('cache-with-age')) res.setHeader('Age', String(41 + (Math.floor((now() - startedAt) / 1_000) % 1_600)));
      listings.set(key, body);
      seenUsers.set(user.id, body);
      sendJson(res, 200, body);
    },

    getGuide(req, res) {
      const id = String(req.params['id']);
      const language = chooseLanguage(res);
      const guide = store.guides.find((candidate) =>
        on('guide-found-by-prefix') ? candidate.id.startsWith(id) : candidate.id === id || idIn(candidate, 'ja') === id,
      );
      if (!guide) throw new ApiError(404, 'Guide not found');
      const summary = summarise(guide, language);
      const chapters = Array.from({ length: Number(summary['chapterCount']) }, (_, i) => ({
        number: i + 1,
        text: `${summary['title']} · ${i + 1}`,
      }));
      const key = `${id.slice(0, 8)} ${language}`;
      const known = on('guide-cache-by-id-prefix') ? guidesByPrefix.get(key) : undefined;
      const body = known ?? { data: { ...summary, chapters } };
      guidesByPrefix.set(key, body);
      res.setHeader('Cache-Control', 'private, no-store');
      sendJson(res, 200, body);
    },

    listInsights(_req, res) {
      const language = chooseLanguage(res);
      res.setHeader('Cache-Control', 'private, no-store');
      if (on('insights-204')) {
        res.status(204).end();
        return;
      }
      const body = { data: insights.map(({ title, body }) => ({ title: title[language], body: body[language] })) };
      if (on('http-latin1-for-german') && language === 'de')
        sendBytes(res, 200, Buffer.from(JSON.stringify(body), 'latin1'), 'application/json');
      else sendJson(res, 200, body);
    },
  };
}
