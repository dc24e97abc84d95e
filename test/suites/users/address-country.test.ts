import { expect, test } from 'vitest';
import { addressAbroad, otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { abroadOf, askAbroad } from '../../../suites/users/address-country.ts';
import { apiError } from '../api-error.ts';
import type { Behaviour, Instead, Members } from './address-stub.ts';
import { addressBound, first, readBackId, refusing, serving, showing, without } from './address-stub.ts';

async function asked(behaviour: Behaviour, bound = addressBound(), instead: readonly Instead[] = []) {
  const { ask, steps, stored } = serving(behaviour, instead);
  return { kind: (await askAbroad(bound, ask))?.kind, steps, stored: stored.get(first) };
}

const isAbroad = ({ countryCode }: Members) => countryCode === 'AT';
const storing = (store: (sent: Members) => Members): Behaviour => ({ store });
const staying = (countryCode: string) => storing((sent) => ({ ...sent, countryCode }));
const never = staying('DE');

test.each<[Members | undefined, ...codes: string[]]>([
  [addressAbroad, 'DE', 'DE'],
  [undefined, 'DE', 'AT'],
])('the address abroad is in a country of the same language and currency: %j for %s and %s', (abroad, ...codes) => {
  expect(abroadOf(addressBound({ addresses: codes.map((countryCode) => ({ countryCode, postalCode: 1 })) }))).toEqual(
    abroad,
  );
});

test('the address abroad has the types of the one that was given', () => {
  expect(abroadOf(addressBound())).toEqual(addressAbroad);
  const addresses = [{ countryCode: 'DE', postalCode: '01067' }, { countryCode: 'DE' }];
  expect(abroadOf(addressBound({ addresses }))).toEqual({ ...addressAbroad, postalCode: '1010' });
});

test('an address abroad is stored with its country, and the former one again', async () => {
  expect(await asked({})).toEqual({
    kind: undefined,
    steps: ['abroad-before', 'abroad-before-read', 'abroad', 'abroad-read', 'home-again'],
    stored: sampleAddress,
  });
});

test.each<[string, Behaviour]>([
  ...['DE', 'de', 'MT', 'QA'].map((code): [string, Behaviour] => [code, staying(code)]),
  ['beside a counter', { ...never, ...showing((address) => ({ ...address, at: 1 })) }],
  ['beside a part', { ...never, ...showing(({ postalCode, ...rest }) => ({ ...rest, post: { postalCode } })) }],
])('a country that stays while the rest follows is a finding: %s', async (_what, behaviour) => {
  expect((await asked(behaviour)).kind).toBe('fail');
});

let readings = 0;
const hasty: Behaviour['hasty'] = (sent, all, user) => all.set(user, { ...sent, countryCode: 'DE' });
test.each<[string, Behaviour, RegExp?]>([
  ['is refused', refusing(isAbroad)],
  ['is refused, and stored in part all the same', { ...refusing(isAbroad), hasty }],
  ['is only promised', { ...never, answer: { status: 202 } }],
  ['cannot be read', { show: () => apiError(403) }],
  ['cannot be read afterwards', never, /^abroad-read$/],
  ['cannot be read once more', never, /^abroad-read-more-3$/],
  ['comes back with three letters', storing((sent) => ({ ...sent, countryCode: `${sent['countryCode']}U` }))],
  ['comes back with a name', staying('Germany')],
  ['comes back without its country', storing((sent) => without(sent, 'countryCode'))],
  [
    'comes back with two countries',
    storing(({ countryCode: _code, ...sent }) => ({ ...sent, of: { countryCode: 'DE' }, tax: { countryCode: 'DE' } })),
  ],
  // The first three are not countries, and AT is the country that was sent.
  ...['XX', 'QZ', 'N/A', 'AT'].map((code): [string, Behaviour] => [`comes back in ${code}`, staying(code)]),
  ['is stored in one member', { store: (sent, former) => (isAbroad(sent) ? { ...former, city: sent['city'] } : sent) }],
  ['shows in some readings', showing((one) => ({ ...one, ...(++readings % 8 === 0 ? {} : { countryCode: 'DE' }) }))],
])('nothing is found if an address abroad %s', async (_what, behaviour, at) => {
  expect((await asked(behaviour, addressBound(), at ? [[at, apiError(403)]] : [])).kind).toBeUndefined();
});

test('the country of something else is not compared', async () => {
  const bound = addressBound({ addressReadBack: { endpoint: readBackId, address: '' } });
  const show: Behaviour['show'] = ({ countryCode: country, ...rest } = {}) => ({
    body: { address: { ...rest, country }, taxResidence: { countryCode: 'DE' } },
  });
  expect((await asked({ show }, bound)).kind).toBeUndefined();
  expect((await asked(never, bound)).kind).toBe('fail');
});

test('nothing is sent if the countries differ anyway', async () => {
  const bound = addressBound({ addresses: [sampleAddress, { ...otherAddress, countryCode: 'FR' }] });
  expect((await asked(never, bound)).steps).toEqual([]);
});

test('the country may show later than the rest, up to the last reading', async () => {
  const late = { body: { address: { ...addressAbroad, countryCode: 'DE' } } };
  const { kind, steps } = await asked({}, addressBound(), [[/^abroad-read(?:-later-[123])?$/, late]]);
  expect([kind, steps.slice(-2)]).toEqual([undefined, ['abroad-read-later-4', 'home-again']]);
});
