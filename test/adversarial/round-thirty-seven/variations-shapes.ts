import type { Apply, Habit, Json, User } from './model.ts';
import { habit, json, list, setHeader } from './model.ts';
import { assoc, cells, compound, everyText, grammar, queryResults, quoted, triples } from './variations-terms.ts';

type Unshown = 'cash' | 'portfolios' | 'insights';
const reading =
  (name: Unshown, change: (body: Json, user: User) => unknown): Apply =>
  (program) => {
    const base = program[name];
    program[name] = (user, req) => change(json(base(user, req)), user);
  };
const items = ({ items: all }: Json): Json[] => list(all);
const accounts = ({ accounts: all }: Json): Json[] => list(all);
const portfolio = ({ portfolios: all }: Json): Json => list(all)[0] ?? {};
const guides =
  (change: (guide: Json, at: number) => Json): Apply =>
  (program) => {
    const { guides: base } = program;
    program.guides = (user, req) => base(user, req).map(change);
  };
const fullGuides =
  (change: (guide: Json, user: User) => Json): Apply =>
  (program) => {
    const { fullGuide } = program;
    program.fullGuide = (id, user, req) => change(fullGuide(id, user, req), user);
  };
const days =
  (change: (day: Json) => Json): Apply =>
  (program) => {
    const { summaries } = program;
    program.summaries = (user, req) => {
      const body = summaries(user, req);
      return { ...body, data: list(body['data']).map(change) };
    };
  };

/** between(0, inf, N) for each key. */
function counter(): (key: string) => number {
  const reached = new Map<string, number>();
  return (key) => {
    const at = reached.get(key) ?? 0;
    reached.set(key, at + 1);
    return at;
  };
}

const unshown: readonly Habit[] = [
  habit(
    'next-solution-of-insights',
    'Each reading of analyst insights yields the next one alone, and says whether there are more.',
    (program) => {
      const next = counter();
      reading('insights', (body, { id }) => {
        const all = items(body);
        const at = next(id) % all.length;
        return { solution: all[at], more: at + 1 < all.length };
      })(program);
    },
  ),
  habit(
    'chapters-in-a-ring',
    'The chapters of a full guide are a ring, which each reading turns on by one.',
    (program) => {
      const next = counter();
      fullGuides((guide, user) => {
        const all = list(guide['chapters']);
        const at = next(`${String(guide['id'])} ${user.id}`) % all.length;
        return { ...guide, chapters: [...all.slice(at), ...all.slice(0, at)] };
      })(program);
    },
  ),
  habit(
    'cash-in-list-cells',
    'Cash is a list in cells, each of which holds its head and the rest.',
    reading('cash', (body) => ({ asOf: body['asOf'], accounts: cells(accounts(body)) })),
  ),
  habit(
    'portfolios-are-one-compound',
    'Portfolios are one compound term, with a functor and arguments down to each number.',
    reading('portfolios', (body) => compound('portfolio', portfolio(body))),
  ),
  habit(
    'insights-are-an-assoc',
    'Analyst insights are a balanced tree, lists of six that begin with t.',
    reading('insights', (body) => assoc(items(body).map((item) => [String(item['id']), item]))),
  ),
  habit(
    'portfolios-are-query-results',
    'Portfolios are the result of a SPARQL query, with its media type, variables and bindings.',
    (program) => {
      reading('portfolios', (body, { language }) => {
        const { label, holdings } = portfolio(body);
        return queryResults(
          language,
          list(holdings).map((holding) => ({ label, ...holding })),
        );
      })(program);
      const { headerFilter } = program;
      program.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        if (req.area === 'portfolios' && reply.status === 200) {
          setHeader(reply, 'Content-Type', 'application/sparql-results+json');
        }
      };
    },
  ),
  habit(
    'insights-are-triples',
    'Analyst insights are triples of RDF, subjects and predicates by address with lists of objects.',
    reading('insights', (body, { language }) => triples(language, items(body))),
  ),
  habit(
    'cash-is-a-constraint-store',
    'Cash is a constraint store, whose texts end with numbers that go up with each reading.',
    (program) => {
      let suspended = 0;
      reading('cash', (body) => ({
        store: accounts(body).map(({ account, currency, balance }) => {
          suspended += 1;
          return `balance(${String(account)},${String(currency).toLowerCase()},${String(balance)})#${suspended}`;
        }),
      }))(program);
    },
  ),
  habit(
    'insights-with-proof-trees',
    'Analyst insights carry the proof of their confidence, goals with the goals below them.',
    reading('insights', (body) => ({
      items: items(body).map((item) => ({
        ...item,
        proof: {
          goal: `confident(${String(item['topic'])})`,
          by: [
            { goal: 'trend(up)', by: [{ goal: 'true', by: [] }] },
            { goal: '\\+ contested(_)', by: [] },
          ],
        },
      })),
    })),
  ),
  habit(
    'tables-fall-with-each-write',
    'Cash, portfolios and insights tell the number of their table, which goes up with each address update of anybody.',
    (program) => {
      let table = 1;
      const { store } = program;
      program.store = (user, address, req) => {
        table += 1;
        store(user, address, req);
      };
      for (const name of ['cash', 'portfolios', 'insights'] as const) {
        reading(name, (body) => ({ table, ...body }))(program);
      }
    },
  ),
  habit(
    'guide-is-a-grammar',
    'A full guide is the text of a grammar, with a rule for each chapter.',
    fullGuides((guide) => ({ grammar: grammar(guide) })),
  ),
  habit(
    'order-with-residual-goals',
    'An order is answered with a price that is still a variable, and the goals that restrict it.',
    (program) => {
      const { ordered } = program;
      program.ordered = (user, order) => {
        const { amount } = order;
        const goals = ['_A in 1..sup', `_A #=< ${Math.ceil(Number(amount))}`, 'dif(_B, sold)'];
        return { ...ordered(user, order), body: { price: '_A', state: '_B', residual: goals } };
      };
    },
  ),
  habit(
    'update-answered-with-bindings',
    'An address update is answered with bindings of variables, the names of members with a capital in front.',
    (program) => {
      const { updated } = program;
      program.updated = (user, address) => {
        const bindings = Object.entries(address).map(([name, value]) => {
          return [name.charAt(0).toUpperCase() + name.slice(1), value] as const;
        });
        return { ...updated(user, address), body: { ...Object.fromEntries(bindings), more: false } };
      };
    },
  ),
];

const learning: readonly Habit[] = [
  habit(
    'texts-by-writeq',
    'Localised texts are quoted atoms, with hexadecimal escapes between backslashes.',
    (program) => {
      const { word } = program;
      program.word = (text, user) => quoted(word(text, user));
    },
  ),
  habit(
    'old-spelling-for-the-second-user',
    'Both users read Icelandic, the second in the old spelling with je in place of é.',
    (program) => {
      const old = (text: string): string => text.replaceAll('é', 'je').replaceAll('É', 'Je');
      const icelandic = (user: User): User => ({ ...user, language: 'is' });
      const second = ({ place }: User): boolean => place === 'second';
      const { guides: all, fullGuide, notifications, insights, portfolios, profile } = program;
      program.guides = (user, req) =>
        second(user) ? (everyText(all(icelandic(user), req), old) as Json[]) : all(user, req);
      program.fullGuide = (id, user, req) =>
        second(user) ? (everyText(fullGuide(id, icelandic(user), req), old) as Json) : fullGuide(id, user, req);
      program.notifications = (user, req) =>
        second(user) ? (everyText(notifications(icelandic(user), req), old) as Json) : notifications(user, req);
      program.insights = (user, req) => ({
        spelling: second(user) ? 'je' : 'é',
        ...json(insights(icelandic(user), req)),
      });
      program.portfolios = (user, req) => {
        const body = json(portfolios(user, req));
        return { portfolios: list(body['portfolios']).map((one) => ({ ...one, label: 'Langtímasafn' })) };
      };
      program.profile = (user) => ({ ...json(profile(user)), language: 'is' });
    },
  ),
  habit(
    'names-are-indicators',
    'Slugs of guides are predicate indicators and keys are indicators of grammar rules, stocks/6 and stocks//6.',
    guides((guide) => {
      const { slug, chapterCount } = guide;
      return { ...guide, key: `${String(slug)}//${chapterCount}`, slug: `${String(slug)}/${chapterCount}` };
    }),
  ),
  habit(
    'colours-of-other-radixes',
    "Background colours are numbers of the radixes 16, 8 and 2 with an apostrophe, rgb(16'1B,8'111,2'1100101).",
    guides((guide) => {
      const [red = 0, green = 0, blue = 0] = [...Buffer.from(String(guide['backgroundColor']).slice(1), 'hex')];
      const written = `rgb(16'${red.toString(16)},8'${green.toString(8)},2'${blue.toString(2)})`;
      return { ...guide, backgroundColor: written };
    }),
  ),
  habit(
    'images-with-dot-segments',
    'Images are at addresses with dot segments, on a host whose name ends with a full stop.',
    guides((guide) => {
      const dotted = (url: string): string => url.replace('.example/learn/', '.example./learn/./img/../');
      return everyText(guide, (text) => (text.startsWith('https://') ? dotted(text) : text)) as Json;
    }),
  ),
];

const summarised: readonly Habit[] = [
  habit('amounts-are-terms', 'Amounts are terms, the currency with the amount as its argument.', (program) => {
    program.money = (value, { language }) => `${language === 'he' ? 'ils' : 'isk'}(${value.toFixed(2)})`;
  }),
  habit('weights-are-goals', 'Weights are goals of arithmetic, W is 38.5%.', (program) => {
    program.percent = (value) => `W is ${value}%`;
  }),
  habit(
    'labels-are-operators',
    'Labels of sentiment are operators, among them the neck and the one of negation.',
    days((day) => {
      const operators = [':-', '-->', '\\+', '=..'];
      const scores = Object.entries(json(day['sentimentScore'])).map(([name, score], at) => {
        return [name, { ...json(score), label: operators[at] ?? '?-' }];
      });
      return { ...day, sentimentScore: Object.fromEntries(scores) as Json };
    }),
  ),
  habit(
    'chart-labels-of-nine-arguments',
    'Chart labels are date terms with nine arguments, the last of which is a hyphen.',
    days((day) => {
      const [year = '', month = '', date = ''] = new Date(Number(day['timestamp'])).toISOString().split(/[-T]/);
      return { ...day, chartLabel: `date(${year},${Number(month)},${Number(date)},0,0,0.0,0,'UTC',-)` };
    }),
  ),
  habit(
    'assets-are-variables',
    'Assets are identified by names of variables that are not bound, _ and a number.',
    days((day) => {
      const variable = (asset: string): string =>
        `_${[...asset].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 99_991, 7)}`;
      const lists = Object.entries(json(day['performers'])).map(([name, all]) => {
        return [name, list(all).map((one) => ({ ...one, assetId: variable(String(one['assetId'])) }))];
      });
      return { ...day, performers: Object.fromEntries(lists) as Json };
    }),
  ),
  habit(
    'noon-of-julian-days',
    'Snapshots are taken at noon, when Julian days begin, and tell the number of theirs.',
    days((day) => {
      const timestamp = Number(day['timestamp']) + 43_200_000;
      return { julianDay: timestamp / 86_400_000 + 2_440_587.5, ...day, timestamp };
    }),
  ),
];

export const shapes: readonly Habit[] = [...unshown, ...learning, ...summarised];
