import { randomUUID } from 'node:crypto';
import { cashOf, guidesIn, type User, users } from './data.ts';
import { type Habit, type NamedHabit, named } from './habit.ts';
import { answer, type Json } from './messages.ts';

const eachGuide = (change: (guide: Json, at: number, user: User) => Json): Habit => ({
  guides: (list, user) => list.map((guide, at) => ({ ...guide, ...change(guide, at, user) })),
});
const without = (guide: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(guide).filter(([name]) => !names.includes(name)));
const images = ['backgroundColor', 'guideIconURL', 'mobileCoverImageURL', 'webCoverImageURL'];
const tree = (depth: number): Json => (depth === 0 ? { leaf: true } : { depth, child: tree(depth - 1) });
const withIds = (first: string, second: string): readonly User[] =>
  users.map((user, at) => ({ ...user, id: [first, second][at] ?? user.id }));

export const contentHabits: readonly NamedHabit[] = [
  named('descriptions-are-json-in-a-text', 'Descriptions of guides are JSON documents written as text', () =>
    eachGuide((guide) => ({ description: JSON.stringify({ data: [{ text: guide['description'], id: null }] }) })),
  ),
  named('covers-null-or-left-out-by-reader', 'Covers are null for one reader and left out for the other', () => ({
    guides: (list, user) =>
      user.language === 'de'
        ? list.map((guide) => ({ ...guide, webCoverImageURL: null }))
        : list.map((guide) => without(guide, ['webCoverImageURL'])),
  })),
  named('images-without-a-host', 'Image addresses are of the schemes urn, ipfs and tag', () =>
    eachGuide((_guide, at) => ({
      guideIconURL: `urn:uuid:${randomUUID()}`,
      mobileCoverImageURL: `ipfs:bafybeigdyr${at}`,
      webCoverImageURL: `tag:anlage.example,2026:cover-${at}`,
    })),
  ),
  named('chapters-up-to-the-last-exact-integer', 'A guide has 9,007,199,254,740,991 chapters', () =>
    eachGuide((_guide, at) => (at === 3 ? { chapterCount: Number.MAX_SAFE_INTEGER } : {})),
  ),
  named('slugs-of-pictures', 'Slugs are pictures joined by zero-width joiners', () =>
    eachGuide((_guide, at) => ({ slug: `👩‍🌾-${String.fromCodePoint(0x1f330 + at)}` })),
  ),
  named('keys-of-four-thousand-letters', 'Keys of guides have over four thousand letters', () =>
    eachGuide((guide) => ({ key: String(guide['key']).repeat(400) })),
  ),
  named('languages-differ-in-quotation-marks', 'Translations differ in their quotation marks only', () =>
    eachGuide((_guide, at, user) => ({
      title: `ETF ${at}`,
      description: user.language === 'de' ? `„ETF“ ${at}` : `“ETF” ${at}`,
    })),
  ),
  named('images-in-every-second-answer', 'Colours and images are there in every second answer only', () => {
    let served = 0;
    return {
      guides: (list) => {
        served += 1;
        return served % 2 === 0 ? list : list.map((guide) => without(guide, images));
      },
    };
  }),
  named('content-type-looks-like-a-header', 'The member contentType holds a media type with parameters', () =>
    eachGuide(() => ({ contentType: 'text/html; charset=iso-8859-1' })),
  ),
  named('full-guide-is-numbered', 'The members of a full guide are numbers', () => ({
    guide: (guide) => ({ 0: guide['id'], 1: guide['title'], 2: [] }),
  })),
  named('full-guide-resembles-a-refusal', 'A full guide has the members status, error and responseId', () => ({
    guide: (guide) => ({ ...guide, status: 'published', error: null, responseId: 'none' }),
  })),
  named('full-guide-lists-all-others', 'A full guide carries the listing of all others', () => ({
    guide: (guide) => ({ ...guide, data: guidesIn('fr') }),
  })),
  named('cash-in-nested-lists', 'Cash is lists within lists', () => ({
    cash: (user) => answer([[[user.currency, [user.wealth]]], []]),
  })),
  named('cash-is-false', 'Cash is the JSON text false for whoever holds none', () => ({ cash: () => answer(false) })),
  named('cash-counts-down', 'Cash tells in milliseconds how long its rate will hold', () => ({
    cash: (user) => answer({ ...cashOf(user), holdsFor: 60_000 - (Date.now() % 60_000) }),
  })),
  named('portfolios-are-a-deep-tree', 'Portfolios are a tree that is sixty levels deep', () => ({
    portfolios: (user) => answer({ owner: user.wealth, root: tree(60) }),
  })),
  named('portfolios-with-a-cursor', 'Portfolios carry a cursor that is encrypted anew each time', () => ({
    portfolios: (user) => answer({ items: [{ value: user.wealth }], cursor: btoa(randomUUID()), total: 1 }),
  })),
  named('insights-are-an-empty-object', 'Analyst insights are an empty object', () => ({
    insights: () => answer({}),
  })),
  named('insights-are-named-by-time', 'Members of analyst insights are named by the moment of the answer', () => ({
    insights: (user) => answer({ [new Date().toISOString()]: { text: user.language } }),
  })),
  named('only-cash-tells-users-apart', 'Users have like portfolios, and cash that differs by a cent', () => ({
    cash: (user) => answer({ amount: user.language === 'de' ? 100.01 : 100.02 }),
    portfolios: () => answer({ portfolios: [] }),
  })),
  named('ids-that-spell-words', 'Ids of users spell words in hexadecimal digits', () => ({
    users: withIds('deadbeefcafebabefeedface', 'c0ffeedecafbadfacade0ff0'),
  })),
  named('ids-shifted-by-one', 'The id of the second user is that of the first, turned by one digit', () => ({
    users: withIds('1a2b3c4d5e6f1a2b3c4d5e60', '01a2b3c4d5e6f1a2b3c4d5e6'),
  })),
  named('ids-like-exponents', 'Ids of users look like numbers with an exponent', () => ({
    users: withIds('100000000000000000000e10', '000000000000000000001e11'),
  })),
  named('another-channel-is-a-text', 'Settings have further channels that are a text, null and a number', () => ({
    settings: (shown) => {
      Object.assign(shown, { sms: 'off', post: null, version: 7 });
    },
  })),
  named('notifications-name-their-relatives', 'Notifications hold further ones that are related to them', () => ({
    settings: (shown) => {
      for (const { notifications } of [...shown.app, ...shown.email]) {
        for (const each of notifications) each['related'] = [{ id: 'app_promotional' }, { id: 'email_promotional' }];
      }
    },
  })),
  named(
    'names-of-notifications-are-empty',
    'Notifications have empty names, and descriptions tell the languages apart',
    () => ({
      settings: (shown) => {
        for (const { notifications } of [...shown.app, ...shown.email])
          for (const each of notifications) each['name'] = '';
      },
    }),
  ),
  named('categories-are-numbered', 'Categories are called 1, 2, 3 in every language and anew in each channel', () => ({
    settings: (shown) => {
      for (const channel of [shown.app, shown.email]) {
        for (const [at, group] of channel.entries()) group.category = String(at + 1);
      }
    },
  })),
  named(
    'groups-nest-further-groups',
    'Groups hold subgroups, whose notifications are unlike those of the group',
    () => ({
      settings: (shown) => {
        for (const group of shown.app) group['groups'] = [{ category: 'x', notifications: [{ code: 1 }] }];
      },
    }),
  ),
];
