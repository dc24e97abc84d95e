import { expect, test } from 'vitest';
import { orNothing } from '../../../engine/index.ts';
import { otherAddress } from '../../../fixtures/samples/address.ts';
import { askDamaged, isDamaged } from '../../../suites/users/address-damaged.ts';
import { apiError } from '../api-error.ts';
import { addressBound, type Behaviour, first, type Instead, refusing, serving } from './address-stub.ts';

const line2 = "Tür 4 & O'Hara";
const latin = Buffer.from(line2).toString('latin1');

test.each([
  ...[latin, Buffer.from(latin).toString('latin1'), 'T\uFFFDr 4', 'T\uFFFD\uFFFDr 4', 'T&uuml;r 4', 'T&#252;r 4'],
  ...['T&#xFC;r', 'T%C3%BCr+4', 'T\\u00fcr 4', 'Tür 4 \\u0026 O', 'Tür 4 &amp; O', 'TÜR 4 &AMP; O', 'Tuer 4 &#38; O'],
  ...['O&#39;Hara', 'O&#x27;Hara', 'O&apos;Hara', "O\\'Hara", 'O\\u0027Hara', "O''Hara"],
  ...['u0053tuttgart', '\\U0053TUTTGART'],
])('%j is damaged: no address has that', (text) => {
  expect(isDamaged(text, 'Stuttgart')).toBe(true);
});

test.each([
  ...[line2, line2.normalize('NFD'), line2.toUpperCase(), 'Tuer 4 & O’Hara', 'Tur 4 and OHara', 'T?r 4 ? O?Hara'],
  ...['T r 4   O Hara', 'Tür 4 + O`Hara', 'Suite 412', 'Stuttgart', 'STUTTGART', ''],
])('%j may be folded', (text) => {
  expect(isDamaged(text, 'Stuttgart')).toBe(false);
});

test.each(['', '東京'])('a city without a letter to escape leaves no remainder: %j', (city) => {
  expect(isDamaged(`u0NaN undefined ${city}`, city)).toBe(false);
});

async function asked(behaviour: Behaviour, bound = addressBound(), instead: readonly Instead[] = []) {
  const { ask, steps, stored } = serving(behaviour, instead);
  return { kind: (await askDamaged(bound, ask).catch(orNothing))?.kind, steps, stored: stored.get(first) };
}

const damaging = (change: (text: string) => string): Behaviour => ({
  store: (sent) => ({ ...sent, line2: typeof sent['line2'] === 'string' ? change(sent['line2']) : '' }),
});
const escaped = (text: unknown) => String(text).replaceAll('&', '&amp;');
const escaping = damaging(escaped);
const refusingSigns = refusing((address) => String(address['line2']).includes('&'), 400);

test('signs are stored as they were sent', async () => {
  const { kind, steps, stored } = await asked({});
  expect(kind).toBeUndefined();
  expect(steps).toEqual(['signs', 'signs-read']);
  expect(stored).toEqual({ ...otherAddress, line2 });
});

test.each<[string, Behaviour, (readonly object[])?]>([
  ['in their line', escaping],
  ['joined', { store: ({ line2: sent, ...rest }) => ({ ...rest, line1: `${rest['line1']}, ${escaped(sent)}` }) }],
  ['without a city', escaping, ['One', 'Two'].map((line1) => ({ line1, countryCode: 'DE' }))],
])('signs that come back damaged twice are a finding: %s', async (_what, behaviour, addresses) => {
  expect((await asked(behaviour, addressBound(addresses ? { addresses: addresses as never } : {}))).kind).toBe('fail');
});

let updates = 0;
const hasty: Behaviour['hasty'] = (sent, all, user) => all.set(user, { ...sent, line2: escaped(sent['line2']) });
test.each<[string, Behaviour, RegExp?]>([
  ['come back damaged once', damaging((text) => (updates++ === 0 ? escaped(text) : text))],
  ['are refused, and stored all the same', { ...refusingSigns, hasty }],
  ['cannot be read', { show: () => apiError(403) }],
  ['are folded', damaging((text) => text.replace(/[^ -~]/g, 'u').toUpperCase())],
  ['cannot be replaced between', escaping, /^signs-between$/],
])('nothing is found if signs %s', async (_what, behaviour, at) => {
  expect((await asked(behaviour, addressBound(), at ? [[at, apiError(409)]] : [])).kind).toBeUndefined();
});
