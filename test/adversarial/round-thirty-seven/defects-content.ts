import type { Apply, Area, Fault, Json, Reply, Req, User } from './model.ts';
import { fault, json, list, Refusal, setHeader } from './model.ts';

const listed =
  (change: (guides: Json[], user: User, req: Req) => Json[]): Apply =>
  (program) => {
    const { guides } = program;
    program.guides = (user, req) => change(guides(user, req), user, req);
  };
const headed =
  (area: Area, change: (reply: Reply) => void): Apply =>
  (program) => {
    const { headerFilter } = program;
    program.headerFilter = (reply, req) => {
      headerFilter(reply, req);
      if (req.area === area) {
        change(reply);
      }
    };
  };
const summed =
  (change: (whole: Json, req: Req) => Json): Apply =>
  (program) => {
    const { summaries } = program;
    program.summaries = (user, req) => change(summaries(user, req), req);
  };
/** The days of the summaries, the eldest first. */
const days = (change: (day: Json) => Json): Apply =>
  summed((whole) => ({ ...whole, data: list(whole['data']).map(change) }));
const settings =
  (change: (channels: Json, user: User) => Json): Apply =>
  (program) => {
    const { notifications } = program;
    program.notifications = (user, req) => change(notifications(user, req), user);
  };
const rows = (group: Json | undefined): Json[] => list(group?.['notifications']);

const listing: readonly Fault[] = [
  fault(
    'double-quotes-are-codes',
    'guides/schema',
    'The file of the last guide sets the flag double_quotes to codes, and its description is a list of numbers.',
    listed((guides) =>
      guides.map((guide, at) =>
        at === guides.length - 1
          ? { ...guide, description: Array.from(String(guide['description']), (one) => one.codePointAt(0)) }
          : guide,
      ),
    ),
  ),
  fault(
    'member-leaves-a-choice-point',
    'guides/unique-ids',
    'findall collects guides by member(learn, Tags), which succeeds twice for a guide that has the tag twice.',
    listed((guides) => guides.flatMap((guide, at) => (at === 2 ? [guide, guide] : [guide]))),
  ),
  fault(
    'column-d-groups-digits',
    'guides/cache-control-lifetime',
    "format('max-age=~D', [1800]) groups the digits: max-age=1,800, a lifetime of one second and a directive 800.",
    headed('guides', (reply) => {
      if (reply.status === 200) {
        setHeader(reply, 'Cache-Control', 'private, max-age=1,800');
      }
    }),
    ['guides/cache-control-form'],
  ),
  fault(
    'tilde-q-quotes-the-lifetime',
    'guides/cache-control-form',
    'The setting for the lifetime is a string, which ~q writes with its quotes: max-age="1800".',
    headed('guides', (reply) => {
      if (reply.status === 200) {
        setHeader(reply, 'Cache-Control', 'private, max-age="1800"');
      }
    }),
  ),
  fault(
    'header-is-printed-ahead-of-the-check',
    'guides/cache-control-errors',
    'The handler of the listing prints Cache-Control by format/2 ahead of its checks, and a 401 or 403 goes out with max-age=1800.',
    headed('guides', (reply) => {
      if (reply.status === 401 || reply.status === 403) {
        setHeader(reply, 'Cache-Control', 'max-age=1800');
      }
    }),
  ),
  fault(
    'vary-by-the-name-of-the-term',
    'guides/vary',
    'Vary names the term of the request and not the header: x_user_id.',
    headed('guides', (reply) => {
      if (reply.status === 200) {
        setHeader(reply, 'Vary', 'Accept-Encoding, x_user_id');
      }
    }),
  ),
  fault(
    'messages-in-the-order-of-arrival',
    'guides/order-stable',
    'Two threads render the guides, and thread_get_message takes them from the queue in the order in which they are done.',
    (program) => {
      let turn = 0;
      listed((guides) => {
        turn += 1;
        const half = (rest: number): Json[] => guides.filter((_guide, at) => at % 2 === rest);
        return [guides, [...half(1), ...half(0)], [...half(0), ...half(1)]][turn % 3] ?? guides;
      })(program);
    },
    ['guides/localised-ids'],
  ),
  fault(
    'language-is-no-argument-of-the-table',
    'guides/localised',
    'shelf/1 is tabled, and the language is a global variable and no argument: everybody has that of the first listing.',
    (program) => {
      const { guides } = program;
      let shelf: Json[] | undefined;
      program.guides = (user, req) => {
        shelf ??= guides(user, req);
        return shelf;
      };
    },
  ),
];

const other: readonly Fault[] = [
  fault(
    'id-is-read-as-a-term',
    'guide/fetch',
    'Guide ids are read by term_to_atom, and one that begins with a digit is a syntax error, which is taken for not found: 404.',
    (program) => {
      const { fullGuide } = program;
      program.fullGuide = (id, user, req) => {
        if (/^\d/.test(id)) {
          throw new Refusal(404, 'There is no such guide');
        }
        return fullGuide(id, user, req);
      };
    },
  ),
  fault(
    'findall-does-not-fail',
    'guide/unknown-id',
    'findall of the chapters has no solution for an unknown guide and does not fail: 200 with an empty list.',
    (program) => {
      const { fullGuide } = program;
      program.fullGuide = (id, user, req) => {
        try {
          return fullGuide(id, user, req);
        } catch {
          return { id, chapters: [] };
        }
      };
    },
  ),
  fault(
    'directive-wants-an-integer',
    'portfolios/ok',
    'Quantities are formatted by ~D, which throws for 14.25 shares, and a type_error is taken for one of the request: 400.',
    (program) => {
      program.portfolios = () => {
        throw new Refusal(400, 'format/2: ~D expects an integer argument, found 14.25');
      };
    },
  ),
  fault(
    'query-has-to-unify-with-the-days',
    'robustness/unexpected-query',
    'The members of the query are a dict that each day has to agree with by :< and no day has them: 200 without days.',
    summed((whole, { query }) => (query === '' ? whole : { ...whole, data: [] })),
  ),
];

const summaries: readonly Fault[] = [
  fault(
    'rational-numbers-are-preferred',
    'summaries/schema',
    'Scores are quotients under the flag prefer_rationals, and a price momentum of 71.5 is 143r2, written as text.',
    days((day) => {
      const scores = json(day['sentimentScore']);
      const momentum = json(scores['priceMomentum']);
      const halves = Math.round(Number(momentum['score']) * 2);
      const score = halves % 2 === 0 ? halves / 2 : `${halves}r2`;
      return { ...day, sentimentScore: { ...scores, priceMomentum: { ...momentum, score } } };
    }),
  ),
  fault(
    'aggregate-with-a-witness',
    'summaries/max-value-differences',
    'aggregate_all(max(X, Day), ...) yields a term with its witness, and the difference of holdings is a text like max(91.5,4).',
    summed((whole) => {
      const differences = json(whole['maxValueDifferences']);
      return { ...whole, maxValueDifferences: { ...differences, holdings: `max(${differences['holdings']},4)` } };
    }),
  ),
  fault(
    'time-stamps-are-floats',
    'summaries/timestamp',
    'Snapshots are taken at get_time(T), a float, and timestamp is T * 1000 with what is left of its microseconds as a fraction.',
    days((day) => ({ ...day, timestamp: Number(day['timestamp']) + 412.625 })),
  ),
  fault(
    'percent-begins-a-comment',
    'summaries/percent-text',
    'In the table of units the percent sign stands without quotes and begins a comment: weights are numbers without it.',
    (program) => {
      const { percent } = program;
      program.percent = (value, user) => percent(value, user).replace(/[\s\p{Zs}]*[%٪﹪％][\s\p{Zs}]*/gu, '');
    },
  ),
  fault(
    'three-are-the-worst-where-two-lose',
    'summaries/performer-lists',
    'worst is length(W, 3), append(_, W, All), as best is the first three, and where two lose a gainer is the third.',
    days((day) => {
      const performers = json(day['performers']);
      return { ...day, performers: { ...performers, worst: list(performers['all']).slice(-3).reverse() } };
    }),
  ),
];

const notifications: readonly Fault[] = [
  fault(
    'setof-leaves-the-channel-free',
    'notifications/channels-present',
    'setof/3 leaves the channel a free variable, and nobody asks for its second solution: settings without email.',
    settings(({ email: _email, ...channels }) => channels),
  ),
  fault(
    'bagof-groups-by-the-flag-too',
    'notifications/grouping',
    'bagof/3 groups by all free variables, and Active^ was forgotten: a group for each category and flag.',
    settings((channels) => ({
      ...channels,
      app: list(channels['app']).flatMap((group) =>
        [false, true]
          .map((flag) => ({ ...group, notifications: rows(group).filter(({ active }) => active === flag) }))
          .filter((part) => part.notifications.length > 0),
      ),
    })),
  ),
  fault(
    'gensym-names-a-setting',
    'notifications/ids-stable',
    'A setting beyond the known ones has its id from gensym: app_survey1, app_survey2 and so on with every answer.',
    (program) => {
      let count = 0;
      settings((channels, { language }) => {
        count += 1;
        const [name, description] = language === 'is' ? ['Kannanir', 'Spurningar til þín'] : ['סקרים', 'שאלות אליך'];
        const survey = { id: `app_survey${count}`, name, description, active: false };
        const groups = list(channels['app']);
        const app = groups.map((group, at) =>
          at === groups.length - 1 ? { ...group, notifications: [...rows(group), survey] } : group,
        );
        return { ...channels, app };
      })(program);
    },
  ),
];

export const content: Fault[] = [...listing, ...other, ...summaries, ...notifications];
