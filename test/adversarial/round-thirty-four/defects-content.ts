import type { Fault, Json, Parts } from './model.ts';
import { fault, json, Rejection, rows } from './model.ts';

const days =
  (change: (day: Json, at: number) => Json) =>
  ({ summaries }: Parts): Partial<Parts> => ({
    summaries: (user, request) => {
      const body = summaries(user, request);
      return { ...body, data: rows(body['data']).map(change) };
    },
  });
const settings =
  (change: (body: Json) => Json) =>
  ({ settings: base }: Parts): Partial<Parts> => ({ settings: (user, request) => change(base(user, request)) });
const performers = (day: Json, change: (lists: Json) => Json): Json => ({
  ...day,
  performers: change(json(day['performers'])),
});

const learn: readonly Fault[] = [
  fault(
    'variant-is-written-without-its-enum',
    'guides/content-type-member',
    'contentType is the tag of an enum, and the last three guides are written as the struct within their variant, which has no tag.',
    ({ shelf }) => ({
      shelf: (user) => shelf(user).map(({ contentType, ...guide }, at) => (at < 9 ? { ...guide, contentType } : guide)),
    }),
  ),
  fault(
    'capital-m-is-a-month',
    'guides/cache-control-lifetime',
    'The lifetime of the listing is configured as 30M, in which the parser of durations reads months.',
    ({ guidesFields }) => ({
      guidesFields: () =>
        guidesFields().map(([name, value]) => [name, value.replace('max-age=1800', 'max-age=78900480')] as const),
    }),
  ),
  fault(
    'cors-layer-inserts-vary',
    'guides/vary',
    'The CORS layer inserts its Vary where it had to append, and that of the listing is gone.',
    ({ guidesFields }) => ({
      guidesFields: () =>
        guidesFields().map(([name, value]) =>
          name === 'Vary' ? [name, 'origin, access-control-request-method'] : [name, value],
        ),
    }),
  ),
  fault(
    'listing-is-collected-into-a-hash-map',
    'guides/order-stable',
    'Guides are collected into a HashMap, whose RandomState is another one for each listing, and written in its order.',
    ({ guides }) => ({
      guides: (user, request) => {
        const response = guides(user, request);
        const data = rows(json(response.body)['data'])
          .map((guide) => ({ guide, rank: Math.random() }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ guide }) => guide);
        return { ...response, body: { data } };
      },
    }),
  ),
  fault(
    'typed-accept-is-demanded',
    'guides/accept',
    'The listing negotiates by the list of accepted types, which is empty without an Accept header, and an empty list accepts nothing: 406.',
    ({ guides }) => ({
      guides: (user, request) => {
        if (request.headers['accept'] === undefined) {
          throw new Rejection(406, 'NotAcceptable', 'None of the produced types is accepted');
        }
        return guides(user, request);
      },
    }),
  ),
  fault(
    'equality-by-the-timestamp-of-an-id',
    'guide/fetch',
    'The hand-written PartialEq of document ids compares their timestamps, so that of two guides imported in one second the first is found for both.',
    ({ guide, shelf }, env) => ({
      guide: (raw, request) => {
        const [user] = env.users;
        const equal = user && shelf(user).find(({ id }) => String(id).slice(0, 8) === raw.slice(0, 8));
        const exact = user && shelf(user).some(({ id }) => id === raw);
        return guide(exact && equal ? String(equal['id']) : raw, request);
      },
    }),
  ),
];

const summaries: readonly Fault[] = [
  fault(
    'private-number-of-the-json-crate',
    'summaries/schema',
    'The score of the analysts passes another serializer, by which arbitrary_precision shows its private map $serde_json::private::Number.',
    days((day, at) => {
      const sentiment = json(day['sentimentScore']);
      const analyst = { ...json(sentiment['analyst']), score: { '$serde_json::private::Number': '74.25' } };
      return at === 1 ? { ...day, sentimentScore: { ...sentiment, analyst } } : day;
    }),
  ),
  fault(
    'heap-without-reverse',
    'summaries/performer-lists',
    'The best performers are the first of into_sorted_vec of a heap whose elements were not wrapped in Reverse, thus the losers.',
    days((day) => performers(day, (lists) => ({ ...lists, best: lists['worst'] }))),
  ),
  fault(
    'date-time-as-a-tuple',
    'summaries/timestamp',
    'The timestamp lost its serde(with), and the date-time is written as its tuple of year, day, hour, minute and so on.',
    days((day) => {
      const date = new Date(Number(day['timestamp']));
      const ordinal = Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000);
      return {
        ...day,
        timestamp: [date.getUTCFullYear(), ordinal, date.getUTCHours(), date.getUTCMinutes(), 0, 0, 0, 0, 0],
      };
    }),
  ),
  fault(
    'precision-cuts-a-padded-text',
    'summaries/currency-text',
    'The daily interest is formatted by {:.2}, a precision that a Display with f.pad takes for a number of characters.',
    days((day) => {
      const portfolio = json(day['portfolio']);
      const savings = json(portfolio['savings']);
      return {
        ...day,
        portfolio: {
          ...portfolio,
          savings: { ...savings, dailyInterest: String(savings['dailyInterest']).slice(0, 2) },
        },
      };
    }),
  ),
  fault(
    'literal-is-not-formatted',
    'summaries/percent-text',
    'The weights of the worst performers are "{weight} %".to_owned(), a literal without format! around it.',
    days((day) =>
      performers(day, (lists) => ({
        ...lists,
        worst: rows(lists['worst']).map((one) => ({ ...one, weight: '{weight} %' })),
      })),
    ),
  ),
  fault(
    'question-mark-drops-the-verdict',
    'summaries/forbidden',
    'The policy yields a Result of bool, of which the question mark handles the error and nobody looks at the bool: the denied user is served.',
    () => ({ checkUser: () => undefined }),
  ),
];

let answers = 0;
const notifications: readonly Fault[] = [
  fault(
    'results-are-serialised-themselves',
    'notifications/schema',
    'The groups of partners are collected as a list of Results, and a Result is written as an object with the one member Ok.',
    settings((body) => ({
      ...body,
      app: [
        ...rows(body['app']),
        {
          Ok: {
            category: 'Partner',
            notifications: [{ id: 'app_partner', name: 'Partner', description: 'Partner', active: false }],
          },
        },
      ],
    })),
  ),
  fault(
    'derived-order-compares-all-fields',
    'notifications/known-ids',
    'Own settings and defaults meet in a BTreeSet whose derived order compares active too, so that app_promotional is there twice.',
    settings((body) => ({
      ...body,
      app: rows(body['app']).map((group) => {
        const list = rows(group['notifications']);
        const own = list
          .filter(({ id }) => id === 'app_promotional')
          .map((one) => ({ ...one, active: !one['active'] }));
        return { ...group, notifications: [...list, ...own] };
      }),
    })),
  ),
  fault(
    'chunk-by-wants-neighbours',
    'notifications/grouping',
    'Rows are grouped by chunk_by, which joins neighbours only, and the rows of market insights have others between them.',
    settings((body) => {
      const [activity, market, ...others] = rows(body['app']);
      const list = rows(market?.['notifications']);
      const part = (from: number, to: number): Json => ({ ...market, notifications: list.slice(from, to) });
      return { ...body, app: [part(0, 2), activity, part(2, 5), ...others] };
    }),
  ),
  fault(
    'debug-of-the-thread-in-an-id',
    'notifications/ids-stable',
    'The id of the digest is made unique by {:?} of the current thread, which is one of two workers.',
    settings((body) => {
      answers++;
      const id = `app_digest_ThreadId(${[2, 3, 3, 2, 3][answers % 5]})`;
      const [activity, ...others] = rows(body['app']);
      const list = [...rows(activity?.['notifications']), { id, name: 'Digest', description: 'Digest', active: true }];
      return { ...body, app: [{ ...activity, notifications: list }, ...others] };
    }),
  ),
];

export const contentFaults: readonly Fault[] = [...learn, ...summaries, ...notifications];
