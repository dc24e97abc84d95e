import type { Guide } from './app.ts';
import { digest } from './boot.ts';
import { userOf } from './controllers.ts';
import type { Json } from './core.ts';
import { Refusal, reply } from './core.ts';
import { translate } from './lexicon.ts';
import type { DefectiveChange } from './toggle.ts';

export const learnDefects: readonly DefectiveChange[] = [
  {
    id: 'size-of-a-grouped-relation-is-a-hash',
    title:
      'The chapters of the seventh guide have a scope with group, and the size of a grouped relation is a ' +
      'hash: chapterCount is an object.',
    breaks: 'guides/schema',
    apply: (app) => {
      const plain = app.presentGuide;
      app.presentGuide = (guide, index, user) => {
        const element = plain(guide, index, user);
        return index === 6 ? { ...element, chapterCount: { 1: 5, 2: 3 } } : element;
      };
    },
  },
  {
    id: 'expires-in-given-a-moment',
    title:
      'From the third reading of the listing on, a branch calls expires_in with 30.minutes.from_now, so that ' +
      'max-age is a moment since 1970.',
    breaks: 'guides/cache-control-lifetime',
    also: ['guides/cache-control-form'],
    apply: (app) => {
      const { guides } = app.actions;
      let readings = 0;
      app.actions.guides = async (x) => {
        const answer = await guides(x);
        readings += 1;
        const moment = Math.floor(Date.now() / 1000) + 1800;
        if (readings > 2) answer.headers['cache-control'] = `max-age=${String(moment)}, private`;
        return answer;
      };
    },
  },
  {
    id: 'read-multi-puts-misses-last',
    title:
      'The listing merges what read_multi found with what it missed, and at every third reading the fragment ' +
      'of the second guide has gone and is put last.',
    breaks: 'guides/order-stable',
    apply: (app) => {
      const plain = app.presentGuides;
      let readings = 0;
      app.presentGuides = (x, user) => {
        const list = plain(x, user);
        readings += 1;
        return readings % 3 === 0 ? [...list.filter((_, index) => index !== 1), ...list.slice(1, 2)] : list;
      };
    },
  },
  {
    id: 'locale-restored-before-lazy-rendering',
    title:
      'The listing is a lazy enumerator that is rendered when the around_action has given the default locale ' +
      'back: it is English for everybody.',
    breaks: 'guides/localised',
    apply: (app) => {
      const plain = app.presentGuides;
      app.presentGuides = (x, user) => plain(x, { ...user, locale: 'en' });
    },
  },
  {
    id: 'join-star-overwrites-the-id',
    title:
      'Dutch listings select * of a join of guides and translations, and the id of the translation ' +
      'overwrites that of the last guide.',
    breaks: 'guides/localised-ids',
    apply: (app) => {
      const plain = app.presentGuides;
      const translation = '65d9aa10c7e4b8f25310964c';
      app.presentGuides = (x, user) =>
        plain(x, user).map((element, index, list) =>
          user.locale === 'nl' && index === list.length - 1 ? { ...element, id: translation } : element,
        );
      const { guide } = app.actions;
      app.actions.guide = (x) => {
        if (x.param === translation) x.param = app.guides.at(-1)?.id ?? '';
        return guide(x);
      };
    },
  },
  {
    id: 'sti-base-class-has-no-type',
    title:
      'contentType comes from the column type, which is NULL for the two guides that are rows of the base ' +
      'class, and compact drops it.',
    breaks: 'guides/content-type-member',
    apply: (app) => {
      app.guides.forEach((guide: Guide, index) => {
        if (index === 4 || index === 7) app.guides[index] = { ...guide, contentType: null };
      });
    },
  },
  {
    id: 'missing-template-is-no-content',
    title:
      'Without an Accept header the format of the listing is HTML, for which there is no template, and ' +
      'implicit rendering answers 204.',
    breaks: 'guides/accept',
    apply: (app) => {
      const { guides } = app.actions;
      app.actions.guides = (x) => (x.headers.has('accept') ? guides(x) : reply(204));
    },
  },
  {
    id: 'fragment-keyed-by-leading-digits',
    title:
      'The fragment of a full guide is keyed by id.to_i, the digits in front of the first letter, which ' +
      'several ids share.',
    breaks: 'guide/fetch',
    apply: (app) => {
      const { guide } = app.actions;
      const fragments = new Map<number, unknown>();
      app.actions.guide = async (x) => {
        const answer = await guide(x);
        const key = Number.parseInt(x.param, 10);
        if (!fragments.has(key)) fragments.set(key, answer.body);
        return { ...answer, body: fragments.get(key) };
      };
    },
  },
  {
    id: 'conditional-loader-skips-malformed-ids',
    title:
      'The filter that loads a guide runs if the id is well formed, and for any other one the blueprint ' +
      'renders the missing guide as null with 200.',
    breaks: 'guide/malformed-id',
    apply: (app) => {
      const { guide } = app.actions;
      app.actions.guide = (x) => (/^[0-9a-f]{24}$/.test(x.param) ? guide(x) : reply(200, { data: null }));
    },
  },
  {
    id: 'memoized-relation-is-immutable',
    title:
      'The relation of insights is memoized on its class and loaded by the first reading, and limit! on a ' +
      'loaded one raises ImmutableRelation, 409, until the reloader runs a second later.',
    breaks: 'insights/ok',
    also: ['robustness/unexpected-query'],
    apply: (app) => {
      const { insights } = app.actions;
      let loadedAt = 0;
      app.actions.insights = (x) => {
        if (Date.now() - loadedAt < 1000) throw new Refusal(409, 'Relation has already been loaded');
        loadedAt = Date.now();
        return insights(x);
      };
    },
  },
  {
    id: 'translated-while-the-class-is-loaded',
    title:
      'Texts of notifications are constants that call I18n.t while the class is loaded, thus in the locale ' +
      'of the boot: English for everybody.',
    breaks: 'notifications/localised',
    apply: (app) => {
      const plain = app.text;
      app.text = (user, key) =>
        /^(?:setting|category)\./.test(key) ? translate(app.words, 'en', key) : plain(user, key);
    },
  },
  {
    id: 'unscoped-search-loses-the-default-order',
    title:
      'Daily summaries with any query go through a search that is unscoped, by which the order of the ' +
      'default scope is lost: the newest come first.',
    breaks: 'robustness/unexpected-query',
    apply: (app) => {
      const { summaries } = app.actions;
      app.actions.summaries = async (x) => {
        const answer = await summaries(x);
        const body = answer.body as Json;
        return x.query === '' ? answer : { ...answer, body: { ...body, data: app.presentDays(userOf(x)).reverse() } };
      };
    },
  },
  {
    id: 'two-cache-blocks-under-one-key',
    title:
      'Two json.cache! blocks of notification settings have the same key, so that the second one yields the ' +
      'fragment of app and email is missing.',
    breaks: 'notifications/channels-present',
    apply: (app) => {
      const plain = app.presentSettings;
      const fragments = new Map<string, Json>();
      app.presentSettings = (user) => {
        const body: Json = {};
        for (const [channel, groups] of Object.entries(plain(user))) {
          const key = digest(`settings/${user.id}`);
          const fragment = fragments.get(key) ?? { [channel]: groups };
          fragments.set(key, fragment);
          Object.assign(body, fragment);
        }
        return body;
      };
    },
  },
];
