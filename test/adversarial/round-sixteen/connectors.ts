import { days, guides, money, seedAddress, settings, share, type User, users } from './data.ts';
import type { Scope } from './language.ts';
import { type Platform, Refusal, type Request } from './platform.ts';

type Listed = Record<string, unknown>;

export function summary(platform: Platform, user: User): Listed {
  const l = user.language;
  const label = (score: number) => platform.decide('mood', { score });
  const mood = (score: number) => ({ score, label: label(score) });
  const amount = (key: string, value: number) => ({ key, displayValue: money(value, l), value });
  const all = days(user);
  const top = (pick: (day: (typeof all)[number]) => number) => {
    const values = all.map(pick);
    return Math.round((Math.max(...values) - Math.min(...values)) * 100) / 100;
  };
  const data = all.map((day) => {
    const total = Math.round((day.cash + day.savings + day.holdings) * 100) / 100;
    const shown = day.moves.map(({ assetId, value, change }) => ({
      assetId,
      value: money(value, l),
      weight: share(value / day.holdings, l),
      ...(change > 0 ? { upBy: share(change / 100, l) } : { downBy: share(-change / 100, l) }),
    }));
    return {
      chartLabel: new Date(day.at).toLocaleDateString(l === 'de' ? 'de-DE' : 'en-GB', {
        day: 'numeric',
        month: 'short',
      }),
      timestamp: day.at,
      portfolio: {
        cash: amount('cash', day.cash),
        savings: {
          ...amount('savings', day.savings),
          unrealisedMonthlyInterest: money(day.savings / 400, l),
          dailyInterest: money(day.savings / 9000, l),
        },
        holdings: { ...amount('holdings', day.holdings), upBy: money(day.rise, l) },
        total: { ...amount('total', total), upBy: money(day.rise, l) },
      },
      sentimentScore: {
        total: mood(day.scores[0]),
        news: mood(day.scores[1]),
        analyst: mood(day.scores[2]),
        priceMomentum: mood(day.scores[3]),
      },
      performers: {
        all: shown,
        best: shown.filter((one) => 'upBy' in one),
        worst: shown.filter((one) => 'downBy' in one),
      },
    };
  });
  const differences = {
    cash: top((day) => day.cash),
    savings: top((day) => day.savings),
    holdings: top((day) => day.holdings),
    total: top((day) => day.cash + day.savings + day.holdings),
  };
  return { data, maxValueDifferences: differences };
}

export function listing(user: User): Listed[] {
  return guides().map((guide, i) => ({
    key: guide.key,
    contentType: 'learningGuide',
    id: guide.id,
    title: guide[user.language][0],
    description: guide[user.language][1],
    backgroundColor: ['#123A5C', '#C0FFEE', '#884422'][i % 3],
    guideIconURL: `https://media.atrium.example/icons/${guide.key}.svg`,
    mobileCoverImageURL: `https://media.atrium.example/covers/${guide.key}.webp`,
    webCoverImageURL: i % 2 ? null : `https://media.atrium.example/wide/${guide.key}.webp`,
    slug: guide.key,
    chapterCount: guide.chapters,
  }));
}

export function preferences(user: User): Record<string, Listed[]> {
  const channels: Record<string, Listed[]> = { app: [], email: [] };
  settings().forEach((setting, i) => {
    const groups = channels[setting.channel] ?? [];
    const category = setting.category[user.language];
    let group = groups.find((one) => one['category'] === category);
    if (!group) {
      group = { category, notifications: [] };
      groups.push(group);
    }
    const { id } = setting;
    const texts = { name: setting.name[user.language], description: setting.description[user.language] };
    (group['notifications'] as Listed[]).push({ id, ...texts, active: (i + user.seed) % 3 > 0 });
  });
  return channels;
}

export function connect(platform: Platform) {
  const people = users();
  const address = (user: User) => platform.store.addresses.get(user.id) ?? seedAddress(user);
  const of = (build: (user: User, scope: Scope) => unknown) => ({
    call: (user: unknown, scope: Scope) => build(user as User, scope),
  });
  Object.assign(platform.connectors, {
    users: { call: (id: unknown) => people.find((one) => one.id === id) },
    reader: {
      call: (_input: unknown, scope: Scope) => {
        try {
          const bytes = (scope['request'] as Request).bytes;
          return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
        } catch {
          return undefined;
        }
      },
    },
    guides: of((user) => ({ data: listing(user) })),
    guide: {
      call: (id: unknown, scope: Scope) => {
        const wanted = (scope['request'] as Request).headers['x-user-id'];
        const reader = people.find((one) => one.id === wanted) ?? people[1];
        const guide = guides().find((one) => one.id === String(id).toLowerCase());
        if (!guide || !reader) return undefined;
        const [title, description] = guide[reader.language];
        const chapters = Array.from({ length: guide.chapters }, (_, i) => ({ title: `${title} ${i + 1}` }));
        return { id: guide.id, title, description, chapters };
      },
    },
    insights: of((user) => ({
      insights: [{ id: 'q3', title: user.language === 'de' ? 'Das dritte Quartal' : 'The third quarter' }],
    })),
    cash: of((user) => ({
      balances: [{ currency: user.language === 'de' ? 'EUR' : 'GBP', amount: user.seed * 31.5 }],
    })),
    portfolios: of((user) => ({
      portfolios: [
        { tenor: '5y', target: 0.6 },
        { tenor: '10y', target: 0.8 },
      ].map((one) => ({ ...one, value: user.seed * 180 })),
    })),
    summaries: of((user) => summary(platform, user)),
    notifications: of((user) => preferences(user)),
    address: of((user) => ({ address: address(user) })),
    store: {
      call: (input: unknown, scope: Scope) => {
        const { line1, line2, city, postalCode, countryCode } = input as Listed;
        platform.store.addresses.set((scope['user'] as User).id, { line1, line2, city, postalCode, countryCode });
        return true;
      },
    },
  });
  platform.functions['refuse'] = (_scope, kind) => {
    throw new Refusal(String(kind));
  };
}
