import { money, percent, type User, type World } from './world.ts';

interface Performer {
  assetId: string;
  value: string;
  weight: unknown;
  upBy?: unknown;
  downBy?: unknown;
}

const day = 86_400_000;

function performers(world: World, user: User): Record<string, unknown> {
  const { on } = world;
  const shares: [string, number, number][] = [
    ['TRGARAN91', 0.6, 41.2],
    ['TRTHYAO91', 0.394, 12.5],
    ['TRAKBNK91', 0.006, -8.75],
  ];
  if (on('an-asset-is-held-in-two-lots')) shares.push(['TRGARAN91', 0.1, 3]);
  if (on('a-position-is-short')) shares.push(['TRSISE91', -0.12, -2]);
  const plus = on('gains-carry-an-arrow') ? '▲ +' : '';
  const all = shares.map(([assetId, share, change]): Performer => {
    const moved = `${plus && change > 0 ? plus : ''}${money(world, user, Math.abs(change) * user.factor)}`;
    const weight = on('small-weights-without-a-sign') && share < 0.01 && share > 0 ? '<1' : percent(user, share);
    const direction = change > 0 ? { upBy: moved } : { downBy: moved };
    const nulls = on('absent-directions-are-null') ? { upBy: null, downBy: null } : {};
    return { assetId, value: money(world, user, share * 9000 * user.factor), weight, ...nulls, ...direction };
  });
  const gaining = all.filter((one) => typeof one.upBy === 'string');
  const losing = all.filter((one) => typeof one.downBy === 'string');
  const best = on('best-are-those-that-moved-most') ? all : gaining;
  // The old core answers in XML, and its translation knows no list of one.
  const list = (items: Performer[]) => (on('list-of-one-is-its-element') && items.length === 1 ? items[0] : items);
  return { all: list(all), best: list(best), worst: list(losing) };
}

function snapshot(world: World, user: User, n: number, now: number): Record<string, unknown> {
  const { on } = world;
  const scale = user.factor * (on('amounts-are-enormous') ? 1e9 : 1);
  const amounts = { cash: 1200 + n * 10, savings: 5400 + n, holdings: 9000 - n * 35.5 };
  const member = (key: string, amount: number, more: Record<string, string> = {}) => ({
    key,
    displayValue: money(world, user, amount * scale),
    value: amount * scale,
    ...more,
  });
  const text = (amount: number) => money(world, user, amount * scale);
  const gain = `${on('gains-carry-an-arrow') ? '▲ +' : ''}${text(12.5 + n)}`;
  const oldest = n === 3;
  const total = amounts.cash + amounts.savings + amounts.holdings;
  const at = on('two-snapshots-share-a-moment') && n === 1 ? now - day : now - (n + 1) * day;
  const label = on('sentiment-labels-are-emoji') ? '🙂' : 'optimal';
  const stamp = on('migrated-moments-in-microseconds') && oldest ? at * 1000 : at;
  return {
    chartLabel: on('chart-labels-are-empty-or-have-returns') ? ['', '\r\n', 'Pzt\r\n3', ' '][n] : `${3 + n}\nEki`,
    timestamp:
      on('long-moments-as-two-halves') && oldest ? { low: at % 2 ** 32, high: Math.floor(at / 2 ** 32) } : stamp,
    portfolio: {
      cash: member('cash', amounts.cash),
      savings: member('savings', amounts.savings, { unrealisedMonthlyInterest: text(21), dailyInterest: text(0.7) }),
      holdings: member('holdings', amounts.holdings, { upBy: gain }),
      total: member(on('total-copied-from-holdings') && oldest ? 'holdings' : 'total', total, { upBy: gain }),
    },
    sentimentScore: Object.fromEntries(
      ['total', 'news', 'analyst', 'priceMomentum'].map((key, i) => [key, { score: 60 + i, label }]),
    ),
    performers: performers(world, user),
  };
}

const catalogue: [string, string, string[]][] = [
  ['app', 'activity', ['app_transactional']],
  [
    'app',
    'insights',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'offers', ['app_promotional']],
  ['email', 'activity', ['email_transactional']],
  ['email', 'letters', ['email_servicebites']],
  ['email', 'offers', ['email_promotional']],
];

const names: Record<User['language'], Record<string, string>> = {
  tr: { activity: 'Etkinlik', insights: 'Piyasa', offers: 'Fırsatlar', letters: 'Bültenler', about: 'Bildirim' },
  ar: { activity: 'النشاط', insights: 'رؤى السوق', offers: 'العروض', letters: 'النشرات', about: 'إشعار' },
  bn: { activity: 'কার্যকলাপ', insights: 'বাজার', offers: 'অফার', letters: 'পত্র', about: 'বিজ্ঞপ্তি' },
};

function settings(world: World, user: User, deliveries: number): Record<string, unknown> {
  const { on } = world;
  const channel = (wanted: string) => {
    const rows = catalogue
      .filter(([name]) => name === wanted)
      .flatMap(([, category, ids]) => ids.map((id) => ({ category, id })));
    // Grouping by neighbours needs rows sorted by category; these are sorted by id.
    if (on('neighbours-make-a-group')) rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    const groups: { category: string; notifications: unknown[] }[] = [];
    const oneText = on('one-notification-is-translated');
    const spoken = (text: string) => names[oneText ? 'tr' : user.language][text] ?? text;
    for (const { category, id } of rows) {
      const name = spoken(category);
      const group = on('neighbours-make-a-group') ? groups.at(-1) : groups.find((one) => one.category === name);
      const open = group?.category === name ? group : { category: name, notifications: [] };
      if (open !== group) groups.push(open);
      const shown = on('newsletter-renamed') && id === 'email_servicebites' ? 'email_briefing' : id;
      const chosen = id.length % 2 === 0 && !on('everything-is-switched-off');
      const undecided = on('undecided-is-null') && user.language !== 'tr' && id === 'email_promotional';
      const about = oneText && id === 'app_transactional' ? names[user.language]['about'] : spoken('about');
      const more = on('notifications-tell-more')
        ? { channel: wanted, children: [], changedAt: null, frequency: 'daily' }
        : {};
      for (let i = 0; i < deliveries; i++) {
        open.notifications.push({
          id: shown,
          name: `${about} ${id.length}`,
          description: `${about} ${name}`,
          active: undecided ? null : chosen,
          ...more,
        });
      }
    }
    return groups;
  };
  return { app: channel('app'), email: channel('email') };
}

export interface ReadModels {
  summaries: Map<string, Record<string, unknown>>;
  settings: Map<string, Record<string, unknown>>;
}

/** Builds summaries and settings from what the bus tells about users. */
export function createReadModels(world: World): ReadModels {
  const { on, bus, users } = world;
  const models: ReadModels = { summaries: new Map(), settings: new Map() };
  const deliveries = new Map<string, number>();
  bus.subscribe('user-created', ({ id }) => {
    const user = users.find((one) => one.id === id);
    if (!user) return;
    const now = Date.now();
    const unborn = on('second-user-has-no-history') && user.factor === 7.3;
    const data = unborn ? [] : [0, 1, 2, 3].map((n) => snapshot(world, user, n, now));
    const differences: Record<string, number> = {
      cash: 10 * user.factor,
      savings: user.factor,
      holdings: 35.5,
      total: 24.5,
    };
    if (on('still-savings-have-no-difference') && user.factor === 7.3) delete differences['savings'];
    models.summaries.set(user.id, { data, maxValueDifferences: differences });
    deliveries.set(user.id, (deliveries.get(user.id) ?? 0) + 1);
    models.settings.set(
      user.id,
      settings(world, user, on('creation-delivered-twice') ? (deliveries.get(user.id) ?? 1) : 1),
    );
  });
  for (const user of users) bus.publish('user-created', { id: user.id });
  const redelivered = users[1];
  // The bus delivers at least once, so that a consumer has to bear repetition.
  if (redelivered) bus.publish('user-created', { id: redelivered.id });
  return models;
}
