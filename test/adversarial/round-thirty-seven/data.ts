import { createHash } from 'node:crypto';
import type { Json, Program, User } from './model.ts';

/** user(Id, Language, Place). */
export const users: User[] = [
  { id: '5b9e20d4f7c1836a0ed74f92', language: 'is', place: 'first' },
  { id: 'a03f68c9e15d7b24f8906dce', language: 'he', place: 'second' },
  { id: 'd7164be8053fa92c6b18e0f5', language: 'is', place: 'denied' },
];

/** variant_sha1/2, as much of it as is wanted. */
const hashed = (term: string, length: number): string =>
  createHash('sha1').update(`fjord:${term}`).digest('hex').slice(0, length);
const in2 = <T>({ language }: User, icelandic: T, hebrew: T): T => (language === 'he' ? hebrew : icelandic);

/** guide(Slug, Icelandic, Hebrew, Chapters, Colour, HasWebCover). */
const guideFacts: readonly (readonly [string, string, string, number, string, boolean])[] = [
  ['why-invest', 'Hvers vegna að fjárfesta?', 'למה להשקיע?', 3, '#1B4965', true],
  ['stocks', 'Hlutabréf á mannamáli', 'מניות בשפה פשוטה', 6, '#62B6CB', true],
  ['bonds', 'Skuldabréf og vextir', 'אגרות חוב וריבית', 4, '#BEE9E8', false],
  ['etf', 'Kauphallarsjóðir', 'קרנות סל', 5, '#CAE9FF', true],
  ['inflation', 'Verðbólga og sparifé', 'אינפלציה וחיסכון', 2, '#5FA8D3', true],
  ['risk', 'Áhætta og þolinmæði', 'סיכון וסבלנות', 7, '#F4A259', true],
  ['spreading', 'Eggin í mörgum körfum', 'לא כל הביצים בסל אחד', 3, '#5B8E7D', false],
  ['pension', 'Lífeyrir í tíma', 'פנסיה בזמן', 9, '#8CB369', true],
  ['taxes', 'Fjármagnstekjuskattur', 'מס רווחי הון', 4, '#F4E285', true],
  ['currencies', 'Krónan og aðrir gjaldmiðlar', 'השקל ומטבעות אחרים', 5, '#BC4B51', true],
  ['costs', 'Kostnaður sem sést ekki', 'עלויות סמויות', 1, '#6D597A', false],
  ['green', 'Grænar fjárfestingar', 'השקעות ירוקות', 6, '#2A9D8F', true],
  ['habits', 'Venjur þolinmóðra', 'ההרגלים של הסבלניים', 8, '#264653', true],
];
export const guideIds = guideFacts.map(([slug]) => hashed(`guide(${slug})`, 24));

const cdn = 'https://cdn.fjord.example/learn';

/** findall/3 over the facts: the order of the clauses is the order of the listing. */
export const guides = (program: Program, user: User): Json[] =>
  guideFacts.map(([slug, icelandic, hebrew, chapterCount, backgroundColor, hasWebCover], nth) => {
    const title = in2(user, icelandic, hebrew);
    const told = in2(user, `${title}: stutt og laggott`, `${title} – בקצרה`);
    return {
      contentType: 'learning-guide',
      id: guideIds[nth],
      key: `guide.${slug}`,
      slug,
      title: program.word(title, user),
      description: program.word(told, user),
      chapterCount,
      backgroundColor,
      guideIconURL: `${cdn}/icons/${slug}.svg`,
      mobileCoverImageURL: `${cdn}/covers/${slug}@2x.webp`,
      webCoverImageURL: hasWebCover ? `${cdn}/covers/${slug}-wide.webp` : null,
    };
  });

/** The guide in that row, with its chapters: between(1, Count, N). */
export function fullGuide(program: Program, at: number, user: User): Json {
  const { id, key, slug, title, description, chapterCount } = guides(program, user)[at] ?? {};
  const chapters = Array.from({ length: Number(chapterCount) }, (_, index) => ({
    position: index + 1,
    heading: program.word(in2(user, `${index + 1}. kafli`, `פרק ${index + 1}`), user),
    paragraphs: [`${title} (${index + 1}/${chapterCount})`],
  }));
  return { id, key, slug, title, description, chapterCount, chapters };
}

/** Amounts are kept in euros; krónur and shekels are what is shown. */
const cents = (value: number): number => Math.round(value * 100) / 100;
const worth = (euros: number, user: User): number => cents(euros * in2(user, 143.2, 3.94));

export const cash = (user: User): Json => ({
  asOf: '2026-06-30T16:00:00Z',
  accounts: [
    { account: 'daily', currency: in2(user, 'ISK', 'ILS'), balance: worth(1620.35, user) },
    { account: 'abroad', currency: 'EUR', balance: in2(user, 412.08, 95.5) },
    { account: 'abroad', currency: 'GBP', balance: in2(user, 33.9, 1207.64) },
  ],
});

/** holding(Isin, Quantity, Price). */
const holdingFacts: readonly (readonly [string, number, number])[] = [
  ['IS0000000388', 1450, 0.62],
  ['IE00B3XXRP09', 14.25, 98.71],
  ['IL0006046119', 31, 15.4],
  ['LU1681043599', 2.5, 512.26],
  ['US0378331005', 4, 181.9],
];

export const portfolios = (user: User): Json => ({
  portfolios: [
    {
      label: in2(user, 'Langtímasafn', 'תיק לטווח ארוך'),
      holdings: holdingFacts.map(([isin, quantity, price]) => ({
        isin,
        quantity: in2(user, quantity, cents(quantity * 1.5)),
        marketValue: worth(in2(user, quantity, quantity * 1.5) * price, user),
      })),
      targetAllocation: in2(user, { equity: 0.7, bond: 0.3 }, { equity: 0.55, bond: 0.45 }),
      returns: { '1m': in2(user, 0.0081, -0.0034), '1y': in2(user, 0.0926, 0.0517) },
    },
  ],
});

export const insights = (program: Program, user: User): Json => ({
  items: ['rates', 'fisheries', 'semiconductors'].map((topic, nth) => ({
    id: hashed(`insight(${topic}, ${user.language})`, 20),
    topic,
    title: program.word(in2(user, `Mat greinanda ${nth + 1}`, `דעת האנליסט ${nth + 1}`), user),
    confidence: 0.9 - nth / 10,
  })),
});

/** performer(Asset, Euros, Weight, Move), the best first. */
const performerFacts: readonly (readonly [string, number, number, number])[] = [
  ['etf-hekla', 2231.6, 38.5, 24.07],
  ['stk-katla', 1117.9, 19.28, 11.3],
  ['stk-galil', 904.25, 15.6, 4.86],
  ['bnd-negev', 811.4, 14, 0.95],
  ['stk-esja', 427.15, 7.37, -5.2],
  ['cmd-eilat', 304.3, 5.25, -13.64],
];
const dayMs = 24 * 60 * 60 * 1000;

/** One snapshot for each of the last days, the eldest first. */
export function summaries(program: Program, user: User): Json {
  const amount = (euros: number): string => program.money(worth(euros, user), user);
  const performer = ([assetId, euros, weight, move]: (typeof performerFacts)[number]): Json => ({
    assetId,
    value: amount(euros),
    weight: program.percent(weight, user),
    ...(move < 0 ? { downBy: amount(-move) } : { upBy: amount(move) }),
  });
  const member = (key: string, value: number): Json => ({ key, value, displayValue: program.money(value, user) });
  const midnight = Date.now() - (Date.now() % dayMs);

  const snapshot = (ago: number): Json => {
    const timestamp = midnight - ago * dayMs;
    const day = new Date(timestamp);
    const cashValue = worth(1620.35, user);
    const savingsValue = worth(2875.5 - ago * 0.4, user);
    const holdingsValue = worth(5796.6 - ago * 18.3, user);
    return {
      timestamp,
      chartLabel: `${day.getUTCDate()}.\n${day.getUTCMonth() + 1}.`,
      portfolio: {
        cash: member('cash', cashValue),
        savings: {
          ...member('savings', savingsValue),
          unrealisedMonthlyInterest: amount(11.8),
          dailyInterest: amount(0.4),
        },
        holdings: { ...member('holdings', holdingsValue), upBy: amount(22.34 - ago) },
        total: { ...member('total', cents(cashValue + savingsValue + holdingsValue)), upBy: amount(22.74 - ago) },
      },
      sentimentScore: {
        total: { score: 68.5 + ago, label: 'optimal' },
        news: { score: 75 - ago, label: 'optimal' },
        analyst: { score: 62, label: 'optimal' },
        priceMomentum: { score: 70 + ago * 1.5, label: 'optimal' },
      },
      performers: {
        all: performerFacts.map(performer),
        best: performerFacts.slice(0, 3).map(performer),
        worst: performerFacts.slice(-2).reverse().map(performer),
      },
    };
  };
  return {
    data: [6, 5, 4, 3, 2, 1].map(snapshot),
    maxValueDifferences: {
      cash: 0,
      savings: worth(2, user),
      holdings: worth(91.5, user),
      total: worth(93.5, user),
    },
  };
}

/** Channel, category, the category in Icelandic and in Hebrew, ids. */
export const channels: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  ['app', 'Activity', 'Virkni', 'פעילות', ['app_transactional']],
  [
    'app',
    'Market insights',
    'Markaðsinnsýn',
    'תובנות שוק',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', 'Tilboð', 'מבצעים', ['app_promotional']],
  ['email', 'Activity', 'Virkni', 'פעילות', ['email_transactional']],
  ['email', 'Newsletters', 'Fréttabréf', 'ידיעונים', ['email_servicebites']],
  ['email', 'Offers', 'Tilboð', 'מבצעים', ['email_promotional']],
];

export function notifications(program: Program, user: User): Json {
  const setting = (id: string, nth: number, category: string): Json => ({
    id,
    name: program.word(in2(user, `${category}, tilkynning ${nth + 1}`, `${category}, הודעה ${nth + 1}`), user),
    description: program.word(in2(user, `Sent þegar eitthvað gerist (${id})`, `נשלח כשקורה משהו (${id})`), user),
    active: in2(user, nth !== 1, nth % 2 === 0),
  });
  const groupsOf = (wanted: string): Json[] =>
    channels.flatMap(([channel, , icelandic, hebrew, ids]) => {
      const category = in2(user, icelandic, hebrew);
      const group = (): Json => ({
        category: program.word(category, user),
        notifications: ids.map((id, nth) => setting(id, nth, category)),
      });
      return channel === wanted ? [group()] : [];
    });
  return { app: groupsOf('app'), email: groupsOf('email') };
}
