import type { User } from './data.ts';
import type { Named } from './styles.ts';

const inDigits = (zero: number, text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const money = (write: (value: string, user: User) => string) => ({
  money: (value: number, user: User) => write(value.toFixed(2), user),
});
const both = (zero: number, sign: string) => ({
  ...money((value) => `${inDigits(zero, value)} ${sign}`),
  percent: (value: number) => inDigits(zero, `${value.toFixed(1)}%`),
});
const ids = (first: string, second: string, denied: string) => ({ userIds: { first, second, denied } });

export const dataStyles: readonly Named[] = [
  ['kannada-rupees', 'Amounts and weights are in Kannada digits.', both(0x0ce6, '₹')],
  ['malayalam-rupees', 'Amounts and weights are in Malayalam digits.', both(0x0d66, '₹')],
  ['gujarati-rupees', 'Amounts and weights are in Gujarati digits.', both(0x0ae6, 'રૂ')],
  ['mongolian-tugrik', 'Amounts and weights are in Mongolian digits.', both(0x1810, '₮')],
  [
    'cents-after-the-sign',
    'The currency sign stands in place of the decimal point.',
    money((v) => v.replace('.', '€')),
  ],
  [
    'amounts-with-an-exponent',
    'Amounts are written with an exponent.',
    { money: (value) => `GBP ${value.toExponential(3)}` },
  ],
  [
    'amounts-grouped-by-four',
    'Amounts are grouped by four digits.',
    money((v) => `¥${v.replace(/\B(?=(\d{4})+\.)/g, ',')}`),
  ],
  [
    'euros-and-cents-apart',
    'Amounts are told in euros and cents, in words around the digits.',
    money((v) => v.replace('.', ' euros and ').concat(' cents')),
  ],
  ['amounts-in-several-lines', 'Amounts and their currency stand in two lines.', money((v) => `${v}\n€`)],
  [
    'weights-as-ranges',
    'Weights are ranges.',
    { percent: (value) => `${Math.floor(value)}–${Math.ceil(value + 0.1)} %` },
  ],
  ['small-per-cent-sign', 'The per cent sign is the small form.', { percent: (value) => `${value}﹪` }],
  ['labels-are-digits', 'A sentiment label is a text of digits.', { label: '71' }],
  ['labels-are-empty', 'Sentiment labels are empty texts.', { label: '' }],
  [
    'days-know-their-weather',
    'Summaries have further members with names that resemble the specified ones.',
    { summaries: (data) => data.map((one) => ({ ...one, Portfolio: null, time_stamp: 'noon', upBy: [], key: 7 })) },
  ],
  [
    'three-guides-in-georgian',
    'Three guides, for readers of Georgian.',
    { guides: 3, titles: (_, s) => ({ first: 'სახელმძღვანელო', second: s }) },
  ],
  [
    'right-to-left-titles',
    'Titles of the second user are Hebrew with marks of direction.',
    { titles: (first, _, at) => ({ first, second: `\u202bמדריך ${at}\u202c` }) },
  ],
  [
    'titles-alike-but-one',
    'Only the fifth title is another in the second language.',
    { titles: (first, second, at) => ({ first, second: at === 4 ? second : first }) },
  ],
  [
    'titles-of-a-thousand-words',
    'Titles have a thousand words.',
    { titles: (f, s) => ({ first: `${f} `.repeat(400), second: `${s} `.repeat(400) }) },
  ],
  [
    'covers-with-ports-and-users',
    'Covers are at addresses with a port, a query and a fragment.',
    { guide: () => ({ webCoverImageURL: 'https://[2001:db8::1]:8443/a;b?c=d&e#f' }) },
  ],
  [
    'keys-with-control-pictures',
    'Keys and slugs hold quotation marks, backslashes and a tab.',
    { guide: (_, at) => ({ key: `"k\\${at}\t`, slug: `a/b?${at}` }) },
  ],
  [
    'colours-by-name',
    'Background colours are functions of CSS.',
    { guide: () => ({ backgroundColor: 'color-mix(in oklab, red 30%, white)' }) },
  ],
  [
    'guides-nest-guides',
    'Guides hold further guides whose members are of other types.',
    { guide: () => ({ related: [{ id: 1, title: null }] }) },
  ],
  [
    'cash-by-currency-name',
    'Cash is an object whose members are currencies, one with an empty name.',
    { cash: (amount) => ({ EUR: amount, '': 0 }) },
  ],
  ['cash-as-words', 'Cash is one text.', { cash: (amount) => `You have ${amount} euros.` }],
  [
    'portfolios-by-column',
    'Portfolios come by column and not by row.',
    { portfolios: (values) => ({ isin: ['a', 'b'], value: values }) },
  ],
  [
    'portfolios-named-error',
    'Portfolios have the members status and error, which tell of the data.',
    { portfolios: (values) => ({ status: 'ok', error: null, values }) },
  ],
  ['insights-as-a-number', 'Analyst insights are told as their number.', { insights: (text) => text.length }],
  [
    'settings-with-a-further-group',
    'A further group of one further notification stands first.',
    {
      settings: (app, email) => ({
        app: [{ category: '', notifications: [{ id: 'x', name: '', description: '', active: true }] }, ...app],
        email,
      }),
    },
  ],
  [
    'settings-name-their-version',
    'Settings carry members with the names of the specification deep within.',
    { settings: (app, email) => ({ meta: { app: 1, email: false }, email, app }) },
  ],
  [
    'settings-groups-reversed',
    'Groups come in the reverse order.',
    { settings: (app, email) => ({ app: app.reverse(), email: email.reverse() }) },
  ],
  [
    'ids-of-two-equal-halves',
    'Each user id is one half written twice.',
    ids('0123456789ab0123456789ab', 'fedcba987654fedcba987654', 'a0a0a0b1b1b1a0a0a0b1b1b1'),
  ],
];
