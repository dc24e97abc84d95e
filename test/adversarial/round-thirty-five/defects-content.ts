import { guideIds } from './data.ts';
import type { Apply, Fault, Json, User } from './model.ts';
import { fault, json, list, setHeader } from './model.ts';

const shelf =
  (change: (guide: Json, at: number) => Json): Apply =>
  (lua) => {
    const { guides } = lua;
    lua.guides = (user, req) => guides(user, req).map(change);
  };
/** Changes each day; `at` counts from the oldest, of `count`. */
const days =
  (change: (day: Json, at: number, count: number, user: User) => Json): Apply =>
  (lua) => {
    const { summaries } = lua;
    lua.summaries = (user, req) => {
      const body = summaries(user, req);
      const data = list(body['data']);
      return { ...body, data: data.map((day, at) => change(day, at, data.length, user)) };
    };
  };
const member = (day: Json, name: string, more: Json): Json => {
  const portfolio = json(day['portfolio']);
  return { ...day, portfolio: { ...portfolio, [name]: { ...json(portfolio[name]), ...more } } };
};
const lists = (day: Json, change: (performers: Json) => Json): Json => ({
  ...day,
  performers: { ...json(day['performers']), ...change(json(day['performers'])) },
});
/** Changes the groups of a channel. */
const groups =
  (change: (group: Json) => Json[]): Apply =>
  (lua) => {
    const { notifications } = lua;
    lua.notifications = (user, req) =>
      Object.fromEntries(
        Object.entries(notifications(user, req)).map(([channel, all]) => [channel, list(all).flatMap(change)]),
      );
  };
const held = (group: Json): Json[] => list(group['notifications']);

const learn: readonly Fault[] = [
  fault(
    'null-of-cjson-as-text',
    'guides/schema',
    'The address of a web cover goes through tostring, and that of cjson.null is the text userdata: NULL.',
    shelf((guide) => (guide['webCoverImageURL'] === null ? { ...guide, webCoverImageURL: 'userdata: NULL' } : guide)),
  ),
  fault(
    'expires-at-a-time-of-day',
    'guides/cache-control-lifetime',
    'The listing has expires @30m, in which the at sign makes of 30 minutes the time of day half past midnight.',
    (lua) => {
      const { headerFilter } = lua;
      lua.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        if (req.area === 'guides' && reply.status === 200) {
          const left = (88_200 - (Math.floor(Date.now() / 1000) % 86_400)) % 86_400;
          setHeader(reply, 'Cache-Control', `private, max-age=${left}`);
        }
      };
    },
  ),
  fault(
    'loop-from-zero-over-a-table',
    'guides/unique-ids',
    'A loop from zero takes ids[i] or ids[1]; tables begin at one, so that the first id is there twice and the last not.',
    (lua) => shelf((guide, at) => ({ ...guide, id: guideIds[Math.max(0, at - 1)] }))(lua),
  ),
  fault(
    'ctx-of-a-subrequest',
    'guides/localised',
    'The language is set in ngx.ctx and the listing made by ngx.location.capture, which has a ctx of its own: Estonian.',
    (lua) => {
      const { guides } = lua;
      lua.guides = (user, req) => guides({ ...user, language: 'et' }, req);
    },
  ),
  fault(
    'shared-dict-gives-back-the-text',
    'guide/fetch',
    'A single guide is kept in ngx.shared as its JSON, and what is found there goes through cjson.encode once more.',
    (lua) => {
      const { fullGuide } = lua;
      const kept = new Map<string, string>();
      lua.fullGuide = (id, user, req) => {
        const key = `${id} ${user.language}`;
        const text = kept.get(key);
        if (text !== undefined) {
          return text as unknown as Json;
        }
        const guide = fullGuide(id, user, req);
        kept.set(key, JSON.stringify(guide));
        return guide;
      };
    },
  ),
  fault(
    'other-lengths-are-slugs',
    'guide/malformed-id',
    'A guide id whose length is not 24 is a slug, and by_slug[id] or by_slug[1] is the first guide for what is none.',
    (lua) => {
      const { content } = lua;
      lua.content = async (req, user) =>
        req.area === 'guide' && req.guideId.length !== 24
          ? { status: 200, headers: [], body: lua.fullGuide(guideIds[0] ?? '', user, req) }
          : content(req, user);
    },
  ),
];

const commas = (one: Json): Json => ({ ...one, weight: String(one['weight']).replace(/./gsu, ',') });
const summaries: readonly Fault[] = [
  fault(
    'no-loser-is-an-empty-table',
    'summaries/schema',
    'On the oldest day nothing lost, and worst is an empty table without cjson.empty_array_mt: {}.',
    days((day, at) =>
      at === 0
        ? lists(day, ({ all }) => ({ all: list(all).filter((one) => one['downBy'] === undefined), worst: {} }))
        : day,
    ),
  ),
  fault(
    'lazy-hyphen-matches-nothing',
    'summaries/member-key',
    'The key of savings is match("^(%a-)_?"), in which the hyphen takes as little as it can: an empty text.',
    days((day) => member(day, 'savings', { key: '' })),
  ),
  fault(
    'tostring-of-a-64-bit-number',
    'summaries/timestamp',
    'The timestamp of the newest day is an int64_t of the FFI, which tostring ends in LL.',
    days((day, at, count) => (at === count - 1 ? { ...day, timestamp: `${day['timestamp']}LL` } : day)),
  ),
  fault(
    'branch-forgets-its-return',
    'summaries/currency-text',
    'The formatter forgets the return in its branch for amounts below one, and the daily interest is tostring of nil.',
    days((day) => member(day, 'savings', { dailyInterest: 'nil' })),
  ),
  fault(
    'dot-is-any-character',
    'summaries/percent-text',
    'For the decimal comma weights of losers go through gsub(".", ","), and a dot is any character: nothing but commas.',
    days((day) => lists(day, ({ worst }) => ({ worst: list(worst).map(commas) }))),
  ),
  fault(
    'table-sort-works-in-place',
    'summaries/performer-lists',
    'local worst = best gives one table two names, table.sort turns it in place, and best holds the losers.',
    days((day) => lists(day, ({ worst }) => ({ best: worst }))),
  ),
];

const notifications: readonly Fault[] = [
  fault(
    'and-true-or-nil',
    'notifications/schema',
    'active is row.active == 1 and true or nil, and a table has no member for nil.',
    groups((group) => [
      {
        ...group,
        notifications: held(group).map(({ active, ...one }) => (active === true ? { ...one, active } : one)),
      },
    ]),
  ),
  fault(
    'ipairs-ends-at-the-first-nil',
    'notifications/known-ids-complete',
    'The third of the market insights has no text yet and is nil, where ipairs ends with two more behind it.',
    groups((group) => [{ ...group, notifications: held(group).slice(0, 2) }]),
  ),
  fault(
    'table-remove-within-ipairs',
    'notifications/grouping',
    'Rows go to their group by table.remove within ipairs, which passes over each next one; those get a second group.',
    groups((group) => {
      const [first, second] = [0, 1].map((rest) => held(group).filter((_, at) => at % 2 === rest));
      return second?.length ? [first, second].map((some) => ({ ...group, notifications: some })) : [group];
    }),
  ),
];

const state: readonly Fault[] = [
  fault(
    'reply-is-left-in-a-pooled-cosocket',
    'user/isolation',
    'Portfolios put a cosocket back by setkeepalive with a reply unread, and each request reads the one before.',
    (lua) => {
      const { portfolios } = lua;
      let unread: unknown;
      lua.portfolios = (user, req) => {
        const own = portfolios(user, req);
        const found = unread ?? own;
        unread = own;
        return found;
      };
    },
  ),
  fault(
    'if-is-evil',
    'robustness/unexpected-query',
    'An if ($args) in the location of cash makes a location of its own without its content_by_lua: an empty object.',
    (lua) => {
      const { cash } = lua;
      lua.cash = (user, req) => (req.query === '' ? cash(user, req) : {});
    },
  ),
  fault(
    'lists-are-tables-too',
    'address/wrong-shape',
    'address is fine if it is a table whose members, where not nil, have their types, and a list is such a table.',
    (lua) => {
      const { checkAddress } = lua;
      lua.checkAddress = (address) => (Array.isArray(address) ? {} : checkAddress(address));
    },
  ),
  fault(
    'add-in-place-of-set',
    'address/overwrites',
    'Addresses are written by dict:add, which leaves an entry that is there and only says exists, unread by anybody.',
    (lua) => {
      const { store } = lua;
      lua.store = (user, address, req) => {
        if (lua.stored(user) === undefined) {
          store(user, address, req);
        }
      };
    },
  ),
  fault(
    'shared-dict-evicts-the-eldest',
    'address/isolation',
    'The shared dict of addresses has room for one of them, and dict:set evicts whichever was used least lately.',
    (lua) => {
      const { store } = lua;
      lua.store = (user, address, req) => {
        for (const other of lua.users.filter(({ id }) => id !== user.id)) {
          lua.addresses.delete(other.id);
        }
        store(user, address, req);
      };
    },
  ),
];

export const contentFaults: readonly Fault[] = [...learn, ...summaries, ...notifications, ...state];
