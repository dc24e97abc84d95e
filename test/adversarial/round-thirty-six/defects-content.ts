import { guideIds } from './data.ts';
import type { Apply, Fault, Json, Req, User } from './model.ts';
import { fault, json, list, Refusal, setHeader } from './model.ts';

const listed =
  (change: (guides: Json[], user: User, req: Req) => Json[]): Apply =>
  (module) => {
    const { guides } = module;
    module.guides = (user, req) => change(guides(user, req), user, req);
  };
/** The days of the summaries, the eldest first. */
const days =
  (change: (day: Json, at: number, count: number) => Json): Apply =>
  (module) => {
    const { summaries } = module;
    module.summaries = (user, req) => {
      const whole = summaries(user, req);
      const data = list(whole['data']);
      return { ...whole, data: data.map((day, at) => change(day, at, data.length)) };
    };
  };
const settings =
  (change: (channels: Json, user: User) => Json): Apply =>
  (module) => {
    const { notifications } = module;
    module.notifications = (user, req) => change(notifications(user, req), user);
  };
const member = (day: Json, name: string, change: (one: Json) => Json): Json => {
  const portfolio = json(day['portfolio']);
  return { ...day, portfolio: { ...portfolio, [name]: change(json(portfolio[name])) } };
};
const rows = (group: Json | undefined): Json[] => list(group?.['notifications']);

const learn: readonly Fault[] = [
  fault(
    'asstring-of-a-null-field',
    'guides/schema',
    'webCoverImageURL is AsString of its field, which is an empty text for NULL.',
    listed((guides) => guides.map((guide) => ({ ...guide, webCoverImageURL: guide['webCoverImageURL'] ?? '' }))),
  ),
  fault(
    'loop-to-recordcount',
    'guides/unique-ids',
    'The listing loops for I := 0 to RecordCount, and at its end the cursor stays at the last guide, which is listed twice.',
    listed((guides) => [...guides, ...guides.slice(-1)]),
  ),
  fault(
    'recordcount-of-a-unidirectional-query',
    'guides/chapter-count',
    'chapterCount is RecordCount of a unidirectional query, which is -1 for the guide with most chapters, as it is not at its end.',
    listed((guides) => {
      const most = Math.max(...guides.map(({ chapterCount }) => Number(chapterCount)));
      return guides.map((guide) => (guide['chapterCount'] === most ? { ...guide, chapterCount: -1 } : guide));
    }),
  ),
  fault(
    'expires-wants-gmt-and-gets-now',
    'guides/cache-control-lifetime',
    'The lifetime of the listing is Response.Expires, which wants GMT and gets Now of a machine an hour ahead: 90 minutes.',
    (module) => {
      const { headerFilter } = module;
      module.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        if (req.area === 'guides' && reply.status === 200) {
          setHeader(reply, 'Cache-Control', 'private');
          setHeader(reply, 'Expires', new Date(Date.now() + 5_400_000).toUTCString());
        }
      };
    },
  ),
  fault(
    'index-field-is-the-polish-title',
    'guides/localised-ids',
    'The Polish listing comes from a memory table whose IndexFieldNames is TITLE, that of the other languages has the order of the shelf.',
    listed((guides, { language }) =>
      language === 'pl'
        ? guides.toSorted((one, other) => String(one['title']).localeCompare(String(other['title']), 'pl'))
        : guides,
    ),
  ),
  fault(
    'find-in-a-list-that-is-not-sorted',
    'guide/fetch',
    'Ids are looked up by Find of a TStringList, a binary search, and the list is in the order of the shelf: some are 404.',
    (module) => {
      const { fullGuide } = module;
      module.fullGuide = (id, user, req) => {
        let [low, high] = [0, guideIds.length - 1];
        while (low <= high) {
          const middle = (low + high) >> 1;
          const text = guideIds[middle] ?? '';
          if (text === id) {
            return fullGuide(id, user, req);
          }
          [low, high] = text < id ? [middle + 1, high] : [low, middle - 1];
        }
        throw new Refusal(404, 'No guide has that id');
      };
    },
  ),
  fault(
    'what-is-no-id-is-an-index',
    'guide/malformed-id',
    'A guide id that is none goes through StrToIntDef(Id, 0) as an index of the shelf: the first guide.',
    (module) => {
      const { content } = module;
      module.content = async (req, user) =>
        req.area === 'guide' && !/^[a-f0-9]{24}$/i.test(req.guideId)
          ? { status: 200, headers: [], body: module.fullGuide(guideIds[0] ?? '', user, req) }
          : content(req, user);
    },
  ),
];

const areas: readonly Fault[] = [
  fault(
    'date-format-of-the-process',
    'cash/ok',
    'Cash of the Polish user sets ShortDateFormat of the process, and the next StrToDate for Portuguese raises EConvertError: 400.',
    (module) => {
      const { cash } = module;
      let format: User['language'] = 'pt';
      module.cash = (user, req) => {
        const foreign = user.language === 'pt' && format === 'pl';
        format = user.language;
        if (foreign) {
          throw new Refusal(400, "'31/03/2025' is not a valid date");
        }
        return cash(user, req);
      };
    },
  ),
  fault(
    'query-fields-become-a-filter',
    'robustness/unexpected-query',
    'Whatever stands in the query of portfolios becomes Filter of the dataset, of which no holding is left.',
    (module) => {
      const { portfolios } = module;
      module.portfolios = async (user: User, req: Req) => {
        const whole = await portfolios(user, req);
        return req.query === '' ? whole : { ...json(whole), portfolios: [] };
      };
    },
  ),
  fault(
    'edit-without-post',
    'address/overwrites',
    'An update edits the record without Post, and only the next update that moves the cursor posts it: one behind.',
    (module) => {
      const { store } = module;
      let edited: (() => void) | undefined;
      module.store = (user, address, req) => {
        edited?.();
        edited = () => store(user, address, req);
      };
    },
  ),
];

const summaries: readonly Fault[] = [
  fault(
    'object-list-is-marshalled-with-its-helper',
    'summaries/schema',
    'worst of the oldest day is a TObjectList, which TJson writes as an object with ownsObjects, items and listHelper.',
    days((day, at) => {
      const performers = json(day['performers']);
      const items = performers['worst'];
      const worst = { ownsObjects: true, items, listHelper: [list(items).length] };
      return at === 0 ? { ...day, performers: { ...performers, worst } } : day;
    }),
  ),
  fault(
    'copy-of-seven-characters',
    'summaries/member-key',
    'Keys are Copy(GetEnumName(...), 3, 7) in small letters, which was enough for savings: the key of holdings is holding.',
    days((day) => member(day, 'holdings', (one) => ({ ...one, key: 'holding' }))),
  ),
  fault(
    'record-is-not-cleared-in-the-loop',
    'summaries/performer-direction',
    'One local record serves all performers and is not set to Default: losers of the list all keep upBy of the gainer before.',
    days((day) => {
      const performers = json(day['performers']);
      let kept: Json = {};
      const all = list(performers['all']).map((one) => {
        kept = { ...kept, ...one };
        return kept;
      });
      return { ...day, performers: { ...performers, all } };
    }),
  ),
  fault(
    'milliseconds-since-the-year-one',
    'summaries/timestamp-digits',
    'The moment of the newest day is TimeStampToMSecs(DateTimeToTimeStamp(...)), milliseconds since the year 1: 14 digits.',
    days((day, at, count) =>
      at === count - 1 ? { ...day, timestamp: Number(day['timestamp']) + 719_163 * 86_400_000 } : day,
    ),
  ),
  fault(
    'display-text-of-a-memo',
    'summaries/currency-text',
    'unrealisedMonthlyInterest is DisplayText of a column that FireDAC takes for a memo: (WIDEMEMO).',
    days((day) => member(day, 'savings', (one) => ({ ...one, unrealisedMonthlyInterest: '(WIDEMEMO)' }))),
  ),
  fault(
    'abort-is-silent',
    'summaries/forbidden',
    'The denial of daily summaries is raised by Abort, which OnException keeps silent about: 200 and no days.',
    (module) => {
      const { denied, summaries: read } = module;
      module.denied = (user, req) => req.area !== 'summaries' && denied(user, req);
      module.summaries = (user, req) =>
        denied(user, req)
          ? { data: [], maxValueDifferences: { cash: 0, savings: 0, holdings: 0, total: 0 } }
          : read(user, req);
    },
  ),
];

const notifications: readonly Fault[] = [
  fault(
    'dictionary-of-groups-by-category-alone',
    'notifications/known-ids',
    'Groups are kept in a TObjectDictionary by category, and the offers of app and email are one object, with both ids.',
    settings((channels) => {
      const isOffer = (group: Json): boolean => rows(group).some(({ id }) => String(id).endsWith('_promotional'));
      const both = Object.values(channels).flatMap(list).filter(isOffer).flatMap(rows);
      const merged = (groups: unknown): Json[] =>
        list(groups).map((group) => (isOffer(group) ? { ...group, notifications: both } : group));
      return { ...channels, app: merged(channels['app']), email: merged(channels['email']) };
    }),
  ),
  fault(
    'string-field-of-the-size-17',
    'notifications/known-ids-complete',
    'The id of app is a TStringField of the Size 17, which cuts app_learning_guide and app_analyst_insight.',
    settings((channels) => ({
      ...channels,
      app: list(channels['app']).map((group) => ({
        ...group,
        notifications: rows(group).map((one) => ({ ...one, id: String(one['id']).slice(0, 17) })),
      })),
    })),
  ),
  fault(
    'group-changes-in-a-query-ordered-by-id',
    'notifications/grouping',
    'A new group begins where Category differs from the record before, and the query is ordered by id: market insights come in parts.',
    settings((channels) => {
      const ordered = list(channels['app'])
        .flatMap((group) => rows(group).map((one) => ({ category: group['category'], one })))
        .toSorted((a, b) => (String(a.one['id']) < String(b.one['id']) ? -1 : 1));
      const app: { category: unknown; notifications: Json[] }[] = [];
      for (const { category, one } of ordered) {
        if (app.at(-1)?.category !== category) {
          app.push({ category, notifications: [] });
        }
        app.at(-1)?.notifications.push(one);
      }
      return { ...channels, app };
    }),
  ),
  fault(
    'resourcestrings-of-the-process',
    'notifications/localised',
    'Texts of settings are resourcestrings, which are loaded once in the language of the process: Portuguese for everybody.',
    (module) => {
      const { notifications: read } = module;
      module.notifications = (user, req) => {
        const own = Object.values(read(user, req)).flatMap(list).flatMap(rows);
        const active = new Map(own.map((one) => [one['id'], one['active']]));
        const shown = Object.entries(read({ ...user, language: 'pt' }, req)).map(([channel, groups]) => [
          channel,
          list(groups).map((group) => ({
            ...group,
            notifications: rows(group).map((one) => ({ ...one, active: active.get(one['id']) })),
          })),
        ]);
        return Object.fromEntries(shown) as Json;
      };
    },
  ),
];

export const content: Fault[] = [...learn, ...areas, ...summaries, ...notifications];
