import { listing } from './catalogue.ts';
import type { Endpoint, Exchange, Json, Layer, Toggle } from './layer.ts';
import type { Settings } from './settings.ts';

const of = (endpoint: Endpoint, change: (body: Json, exchange: Exchange) => unknown): Layer => ({
  document: (exchange, body) => (exchange.endpoint === endpoint ? change(body, exchange) : body),
});

const days = (change: (day: Json) => Json): Layer =>
  of('summaries', (body) => ({ ...body, data: (body['data'] as Json[]).map(change) }));

const groups = (change: (group: Json) => Json): Layer =>
  of('notifications', ({ app, email }) => ({
    app: (app as Json[]).map(change),
    email: (email as Json[]).map(change),
  }));

const notifications = (change: (notification: Json) => Json): Layer =>
  groups((group) => ({ ...group, notifications: (group['notifications'] as Json[]).map(change) }));

/** Replaces the ten digits by those that begin at another code point. */
const digitsFrom =
  (zero: number) =>
  (text: string): string =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const written = (zero: number, currency: string, percent = '%'): Partial<Settings> => {
  const digits = digitsFrom(zero);
  return {
    money: (value) => `${digits(value.toFixed(2))} ${currency}`,
    percent: (value) => `${digits(value.toFixed(1))}${percent}`,
  };
};

const english = { language: 'en', currency: 'GBP' } as const;

export const formsOfDocuments: readonly Toggle[] = [
  {
    id: 'titles-differ-in-case-only',
    title: 'The listing of the second user is that of the first with its titles in capitals',
    layer: () =>
      of('guides', (body, { user }) =>
        user?.reader.language === 'en'
          ? body
          : { data: listing(english).map((guide) => ({ ...guide, title: String(guide['title']).toUpperCase() })) },
      ),
  },
  {
    id: 'moods-change-with-each-answer',
    title: 'The sentiment of the newest day, score and label, is another one in each answer',
    layer: () => {
      const labels = ['optimal', 'cautious', 'high', 'low'];
      let asked = 0;
      return days((day) => {
        asked += 1;
        const mood = { score: (asked * 7) % 100, label: labels[asked % 4] };
        return { ...day, sentimentScore: { ...(day['sentimentScore'] as Json), news: mood, total: mood } };
      });
    },
  },
  {
    id: 'chart-labels-tell-the-age',
    title: 'Chart labels tell how many milliseconds ago the snapshot was made',
    layer: () => days((day) => ({ ...day, chartLabel: `${Date.now() - Number(day['timestamp'])} ms\nago` })),
  },
  {
    id: 'descriptions-tell-the-time',
    title: 'The description of a notification ends with the time of the answer',
    layer: () => notifications((one) => ({ ...one, description: `${one['description']} ${new Date().toISOString()}` })),
  },
  {
    id: 'persian-digits',
    title: 'Amounts are in toman and in Persian digits, with the Arabic percent sign',
    settings: written(0x06f0, 'تومان', '٪'),
  },
  { id: 'tamil-digits', title: 'Amounts and weights are in Tamil digits', settings: written(0x0be6, 'ரூ') },
  { id: 'javanese-digits', title: 'Amounts and weights are in Javanese digits', settings: written(0xa9d0, 'Rp') },
  {
    id: 'chakma-digits',
    title: 'Amounts and weights are in Chakma digits, which lie beyond the basic plane',
    settings: written(0x11136, '৳'),
  },
  {
    id: 'currency-code-in-lower-case',
    title: 'Amounts end with the code of the currency in lower case, without a space',
    settings: { money: (value, { currency }) => `${value.toFixed(2)}${currency.toLowerCase()}` },
  },
  {
    id: 'currency-of-one-letter',
    title: 'Amounts are in rand, whose sign is the letter R, with a space for the thousands',
    settings: { money: (value) => `R${value.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ' ')}` },
  },
  {
    id: 'ounces-of-gold',
    title: 'Amounts are told in ounces of gold',
    settings: { money: (value) => `XAU ${(value / 2400).toFixed(4)} oz t` },
  },
  {
    id: 'weights-tell-basis-points-too',
    title: 'Weights are told in per cent and, in brackets, in basis points',
    settings: { percent: (value) => `${value.toFixed(1)} % (${Math.round(value * 100)} bp)` },
  },
  {
    id: 'weights-round-to-nought',
    title: 'All weights and changes are rounded to hundreds: 0 %',
    settings: { percent: (value) => `${Math.round(value / 1000)} %` },
  },
  {
    id: 'categories-named-like-ids',
    title: 'Every category bears the id of a known notification for its name',
    layer: () => groups((group) => ({ ...group, category: 'app_promotional' })),
  },
  {
    id: 'names-are-ids',
    title: 'The name of a notification is the id of another one, and descriptions tell the languages apart',
    layer: () =>
      notifications((one) => ({ ...one, name: one['id'] === 'app_quick_take' ? 'email_promotional' : one['id'] })),
  },
  {
    id: 'guide-under-included',
    title: 'The single guide has null for data, and the guide stands under included',
    layer: () => of('guide', (body) => ({ data: null, included: [body] })),
  },
];
