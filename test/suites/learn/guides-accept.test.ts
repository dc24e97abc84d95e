import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/index.ts';
import { differsHow } from '../../../suites/learn/guides-accept.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, silence } from '../asking.ts';
import { judgedListings, type Listings, listingOf } from './listings.ts';

type Asked = Parameters<Listings>[1];
const told = (language: string, ids: string) =>
  [...ids].map((id) => ({ id, title: `${id} in ${language}`, description: 'The same' }));
const listing = (language: string, ids = 'abc') => listingOf(...told(language, ids));
const languageOf = (user: string) => (user === 'first' ? 'en' : 'de');

/** Runs the requirement. If `target` returns undefined, the user gets the usual listing. */
async function judged(target: (asked: Asked, step: string) => Given | Exchange | undefined) {
  const { judgements, ...rest } = await judgedListings(
    'accept',
    (step, asked) => target(asked, step) ?? listing(languageOf(asked.user)),
  );
  return { ...rest, cause: causeOf(judgements[0]) };
}

const bare = (given: Given | Exchange) => (asked: Asked) => (asked.isBare ? given : undefined);
const none = listingOf();
const lost = silence('closed');
const pair = (nth: number) => listingOf({ id: `a-${nth}` }, { id: `b-${nth}` });
const refused = 'without Accept, the listing is refused';

test.each<[string, string, Parameters<typeof judged>[0]]>([
  ['inconclusive', 'crashes without it', bare({ status: 500 })],
  ['inconclusive', 'is silent without it', bare(silence('closed'))],
  [refused, 'is refused without it', bare(apiError(406))],
  ['pass', 'is refused without it once', (_asked, step) => (step === 'without' ? apiError(403) : undefined)],
  ['inconclusive', 'is refused with it', ({ isBare }) => (isBare ? undefined : apiError(401))],
  ['inconclusive', 'is refused after a while', ({ isBare, nth }) => (isBare || nth > 0 ? apiError(401) : undefined)],
  ['pass', 'is silent to one user', ({ isBare, user }) => (isBare && user === 'second' ? lost : undefined)],
  ['pass', 'is another each time with it', ({ isBare, nth }) => pair(isBare ? 0 : nth)],
  ['pass', 'lacks an element without it', ({ isBare, user }) => (isBare ? listing(languageOf(user), 'ab') : undefined)],
  // One of three replicas has an empty listing.
  ['pass', 'is empty in turn, of three', ({ nth }) => (nth % 3 === 1 ? none : undefined)],
  ['pass', 'is empty for a while', ({ nth }) => (nth < 12 ? none : undefined)],
  ['pass', 'is empty once', ({ nth }) => (nth === 1 ? none : undefined)],
  ['pass', 'is empty, then silent', ({ isBare, nth }) => (nth > 8 ? silence('closed') : isBare ? none : undefined)],
])('guides/accept is %s if the listing %s', async (cause, _what, target) => {
  expect((await judged(target)).cause).toBe(cause);
});

const otherUser = (who: string) => (asked: Asked) =>
  asked.isBare && asked.user === who ? listing(languageOf(who === 'first' ? 'second' : 'first')) : undefined;
test.each<[string, Parameters<typeof judged>[0]]>([
  ['none are listed', bare(none)],
  ['the other language comes for the first user', otherUser('first')],
  ['the other language comes for the second user', otherUser('second')],
])('guides/accept has a finding if without Accept %s', async (_what, target) => {
  const { kinds, steps } = await judged(target);
  expect([kinds, steps.length]).toEqual(['fail', 24]);
});

test('requests are sent with and without Accept, for both users if there are two, until load is shed', async () => {
  expect((await judged(() => undefined)).steps).toEqual(['control', 'without', 'second', 'second-without']);
  const alone = await judged(({ user }) => (user === 'second' ? silence('closed') : undefined));
  expect([alone.kinds, alone.steps]).toEqual(['pass', ['control', 'without', 'second']]);
  expect((await judged(bare({ status: 429 }))).steps).toEqual(['control', 'without']);
});

const other = [...told('de', 'abc'), 'x'];
const mixed = [...told('de', 'ab'), ...told('en', 'c')];
type Elements = Parameters<typeof differsHow>;
test.each<[string | undefined, string, ...Elements]>([
  ['language', 'all texts are those of the other user', told('en', 'abc'), told('de', 'abc'), told('de', 'abc')],
  [undefined, 'there is no other user', told('en', 'abc'), told('de', 'abc'), undefined],
  [undefined, 'some are', told('en', 'abc'), mixed, told('de', 'abc')],
  ['language', 'both of two are', told('en', 'ab'), told('de', 'ab'), told('de', 'abc')],
  ['language', 'all are, beside no guide', [...told('en', 'abc'), 'x'], other, other],
  ['other guides', 'none are left', told('en', 'abc'), [], undefined],
  ['other guides', 'one of three is left', told('en', 'abc'), told('en', 'a'), undefined],
  [undefined, 'there were none', [], told('en', 'abc'), undefined],
  [undefined, 'a third are others', told('en', 'abcdef'), told('en', 'abcdxy'), undefined],
])('listings differ in %s if %s', (how, _what, ...elements) => {
  const difference = differsHow(...elements);
  if (how) expect(difference).toContain(how);
  else expect(difference).toBeUndefined();
});
