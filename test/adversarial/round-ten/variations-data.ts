import { randomBytes } from 'node:crypto';
import type { UserRow } from './data.ts';
import type { Knobs } from './knobs.ts';

export type Row = readonly [id: string, title: string, knobs: Knobs];
const digits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const rename = (user: UserRow | undefined, id: string) => user && Object.assign(user, { id });

/** Other forms of the data. */
export const dataRows: readonly Row[] = [
  [
    'credit-mark',
    'Amounts end with CR, as credits do in ledgers',
    { money: (n, u) => `${n.toFixed(2)} ${u.currency} CR` },
  ],
  ['khmer-digits', 'Amounts are in riel and in Khmer digits', { money: (n) => `${digits(n.toFixed(0), 0x17e0)}៛` }],
  [
    'zloty',
    'Amounts are in zloty, with thin spaces and a trailing sign',
    { money: (n) => `${n.toFixed(2).replace('.', ',')}\u2009zł` },
  ],
  ['bold-digits', 'Amounts are in mathematical bold digits', { money: (n) => `€${digits(n.toFixed(2), 0x1d7ce)}` }],
  [
    'six-decimals',
    'Amounts have six decimals and a colon after the code',
    { money: (n, u) => `${u.currency}: ${n.toFixed(6)}` },
  ],
  [
    'amount-in-two-lines',
    'Amounts stand in two lines, the currency above',
    { money: (n, u) => `${u.currency}\n${n.toFixed(2)}` },
  ],
  ['amount-in-tags', 'Amounts are marked up for emphasis', { money: (n) => `<b>${n.toFixed(2)}</b> €` }],
  ['share-of-hundred', 'Weights say of how many per cent they are a share', { percent: (n) => `${n} % of 100 %` }],
  ['nko-weights', 'Weights are in the digits of N’Ko', { percent: (n) => `${digits(n.toFixed(1), 0x7c0)}%` }],
  [
    'first-thirteen-digits',
    'The timestamps are of September 2001, the first with 13 digits',
    { days: (d) => d.map((x, i) => ({ ...x, timestamp: 1e12 + i })) },
  ],
  [
    'one-best-one-worst',
    'One performer only is best, and one is worst',
    {
      days: (d) =>
        d.map((x) => ({
          ...x,
          performers: { ...x.performers, best: x.performers.best.slice(0, 1), worst: x.performers.worst.slice(0, 1) },
        })),
    },
  ],
  [
    'labels-of-sentences',
    'Labels of sentiment are a thousand characters long',
    {
      days: (d) =>
        d.map((x) => ({
          ...x,
          sentimentScore: Object.fromEntries(
            Object.entries(x.sentimentScore).map(([k, v]) => [k, { ...(v as object), label: 'optimal '.repeat(125) }]),
          ),
        })),
    },
  ],
  [
    'app-prefix-in-email',
    'A further id of e-mail begins with app_',
    {
      settings: (b) => ({
        ...b,
        email: [
          ...b.email,
          {
            category: 'Further',
            notifications: [{ id: 'app_by_mail', name: 'App by mail', description: '', active: true }],
          },
        ],
      }),
    },
  ],
  [
    'description-edited',
    'One notification is described otherwise once while the run lasts',
    {
      settings: (b, shown) => {
        if (shown > 12) b.email[0].notifications[0].description += ' New.';
        return b;
      },
    },
  ],
  [
    'signed-image-addresses',
    'Image addresses are signed anew for each answer',
    { guide: () => ({ guideIconURL: `https://media.invest.example/i.png?sig=${randomBytes(9).toString('hex')}` }) },
  ],
  ['keys-of-emoji', 'Keys of guides are emoji and spaces', { guide: (_, index) => ({ key: ` 📘 ${index} ` }) }],
  [
    'long-image-addresses',
    'Image addresses are two thousand characters long',
    { guide: () => ({ mobileCoverImageURL: `https://media.invest.example/${'m'.repeat(2000)}` }) },
  ],
  [
    'icon-replaced',
    'The icon of a guide is replaced once while the run lasts',
    {
      guide: (_p, index, _u, shown) =>
        index === 3 && shown > 200 ? { guideIconURL: 'https://media.invest.example/new.png' } : {},
    },
  ],
  [
    'all-guides-one-text',
    'Full guides differ in their id only',
    { fullGuide: () => ({ title: 'Guide', description: 'Text', chapters: [] }) },
  ],
  [
    'insights-html-text',
    'Analyst insights hold a page of HTML as a text',
    { insights: (title) => ({ html: `<html><body>${title}</body></html>` }) },
  ],
  [
    'cash-by-currency',
    'Cash is an object whose members are named by currency',
    { cash: (u, n) => ({ [u.currency]: n }) },
  ],
  [
    'palindromes',
    'User ids are palindromes',
    {
      data: (db) => {
        rename(db.users.rows[0], '0123456789abba9876543210');
        rename(db.users.rows[1], 'ffeeddccbbaaaabbccddeeff');
      },
    },
  ],
  [
    'reversed-id',
    'The id of one user is that of the other, reversed',
    {
      data: (db) => {
        rename(db.users.rows[1], [...(db.users.rows[0]?.id ?? '')].reverse().join(''));
      },
    },
  ],
];
