import { describe, expect, test } from 'vitest';
import type { Ask, Bound } from '../../engine/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { abroadOf, askAbroad } from '../../suites/users/address-country.ts';
import { askDamaged, isDamaged } from '../../suites/users/address-damaged.ts';
import { askLost } from '../../suites/users/address-lost.ts';
import { addressBound, type Behaviour, readBackId, serving } from './address-stub.ts';
import { answered } from './answered.ts';
import { apiError } from './api-error.ts';

type Json = Record<string, unknown>;
type Asked = (bound: Bound, ask: Ask) => ReturnType<typeof askAbroad>;

/** The cause of what was found, if anything was, and what was asked for that. */
async function asked(what: Asked, behaviour: Behaviour, bound = addressBound()) {
  const { ask, steps, stored } = serving(behaviour);
  return { cause: (await what(bound, ask))?.kind, steps, stored: stored.get('{{user:first}}') };
}

const isAbroad = (address: unknown) => (address as Json)['countryCode'] === 'AT';

describe('an address in another country', () => {
  const never: Behaviour = { store: (sent) => ({ ...sent, countryCode: 'DE' }) };

  test('is one where people speak and pay alike, in the types that were given', () => {
    expect(abroadOf(addressBound())).toEqual(addressAbroad);
    const inCountry = (countryCode: string, other = countryCode, postalCode: unknown = 1) =>
      addressBound({ addresses: [{ countryCode, postalCode }, { countryCode: other }] as never });
    expect(abroadOf(inCountry('AT'))).toEqual(sampleAddress);
    expect(abroadOf(inCountry('DE', 'DE', '01067'))).toEqual({ ...addressAbroad, postalCode: '1010' });
    expect(abroadOf(inCountry('DE', 'AT'))).toBeUndefined();
    expect(abroadOf(inCountry('GR'))).toBeUndefined();
  });

  test('is stored with its country, and what was before is stored again', async () => {
    const { cause, steps, stored } = await asked(askAbroad, {});
    expect(cause).toBeUndefined();
    expect(steps).toEqual(['abroad-before', 'abroad-before-read', 'abroad', 'abroad-read', 'home-again']);
    expect(stored).toEqual(sampleAddress);
  });

  test('is a finding where the country stays and the rest follows, whatever country that is', async () => {
    for (const countryCode of ['DE', 'de', 'MT', 'QA']) {
      expect((await asked(askAbroad, { store: (sent) => ({ ...sent, countryCode }) })).cause).toBe('violated');
    }
    const shows: readonly ((address: Json) => Json)[] = [
      (address) => ({ ...address, at: 1 }),
      // Some of what follows is beside the country.
      ({ postalCode, ...rest }) => ({ ...rest, post: { postalCode } }),
    ];
    for (const show of shows) {
      const shown: Behaviour = { ...never, show: (address = {}) => ({ body: { address: show(address) } }) };
      expect((await asked(askAbroad, shown)).cause).toBe('violated');
    }
  });

  test.each<[string, Behaviour]>([
    ['is refused', { check: (sent) => (isAbroad(sent) ? apiError(422) : undefined) }],
    ['meets a failure', { check: (sent) => (isAbroad(sent) ? { status: 500 } : undefined) }],
    [
      'is refused, and stored in part all the same',
      {
        hasty: (sent, stored, user) => stored.set(user, { ...sent, countryCode: 'DE' }),
        check: (sent) => (isAbroad(sent) ? apiError(422) : undefined),
      },
    ],
    ['is only promised', { ...never, answer: { status: 202 } }],
    ['cannot be stored for a start', { check: () => apiError(409) }],
    ['cannot be read', { show: () => apiError(403) }],
    ['is read back with three letters', { store: (sent) => ({ ...sent, countryCode: `${sent['countryCode']}U` }) }],
    ['is read back with a name', { store: ({ countryCode: _code, ...sent }) => ({ ...sent, countryCode: 'Germany' }) }],
    ['is read back without its country', { store: ({ countryCode: _code, ...sent }) => sent }],
    [
      'is read back with two countries',
      {
        store: ({ countryCode, ...sent }) => ({ ...sent, of: { countryCode: 'DE' }, tax: { countryCode: 'DE' } }),
      },
    ],
    ['is read back with what stands for a hidden country', { store: (sent) => ({ ...sent, countryCode: 'XX' }) }],
    ['is read back with what stands for no country', { store: (sent) => ({ ...sent, countryCode: 'QZ' }) }],
    ['is read back as not available', { store: (sent) => ({ ...sent, countryCode: 'N/A' }) }],
    ['is that of the user before', { store: (sent) => ({ ...sent, countryCode: 'AT' }) }],
    ['is looked at before it is stored', { store: (sent, former) => (isAbroad(sent) && former ? former : sent) }],
    [
      'is stored in one member alone',
      { store: (sent, former) => (isAbroad(sent) ? { ...former, city: sent['city'] } : sent) },
    ],
  ])('tells nothing where it %s', async (_what, behaviour) => {
    expect((await asked(askAbroad, behaviour)).cause).toBeUndefined();
  });

  test('tells nothing where the country stayed once, or one reading in four shows it', async () => {
    let moves = 0;
    const once: Behaviour = {
      store: (sent) => (isAbroad(sent) && moves++ === 0 ? { ...sent, countryCode: 'DE' } : sent),
    };
    expect((await asked(askAbroad, once)).cause).toBeUndefined();
    let readings = 0;
    const now: Behaviour = {
      show: (address) => ({
        body: { address: { ...address, ...(++readings % 8 === 0 ? {} : { countryCode: 'DE' }) } },
      }),
    };
    expect((await asked(askAbroad, now)).cause).toBeUndefined();
  });

  test('tells nothing where a reading fails afterwards', async () => {
    for (const step of [/^abroad-read$/, /^abroad-read-more-3$/]) {
      const { ask } = serving(never);
      const failing: Ask = async (name, request, proof) =>
        step.test(name) ? answered({ ...apiError(403), request }) : ask(name, request, proof);
      expect(await askAbroad(addressBound(), failing)).toBeUndefined();
    }
  });

  test('is not a country of something else', async () => {
    const bound = addressBound({ addressReadBack: { endpoint: readBackId, address: '' } });
    const show: Behaviour['show'] = (stored) => {
      const { countryCode: country, ...rest } = stored ?? {};
      return { body: { address: { ...rest, country }, taxResidence: { countryCode: 'DE' } } };
    };
    expect((await asked(askAbroad, { show }, bound)).cause).toBeUndefined();
    expect((await asked(askAbroad, never, bound)).cause).toBe('violated');
  });

  test('is not sent where the country differs anyway', async () => {
    const bound = addressBound({ addresses: [sampleAddress, { ...otherAddress, countryCode: 'FR' }] });
    expect((await asked(askAbroad, never, bound)).steps).toEqual([]);
  });

  test('may be seen later than the rest, up to the last reading', async () => {
    const { ask, steps } = serving();
    const late: Ask = async (step, request, proof) => {
      const came = await ask(step, request, proof);
      const isEarly = /^abroad-read(?:-later-[123])?$/.test(step);
      return isEarly ? answered({ body: { address: { ...addressAbroad, countryCode: 'DE' } }, request, step }) : came;
    };
    expect(await askAbroad(addressBound(), late)).toBeUndefined();
    expect(steps.slice(-2)).toEqual(['abroad-read-later-4', 'home-again']);
  });
});

describe('a text with signs', () => {
  const line2 = "Tür 4 & O'Hara";
  const damaging = (change: (text: string) => string): Behaviour => ({
    store: (sent) => ({ ...sent, line2: typeof sent['line2'] === 'string' ? change(sent['line2']) : '' }),
  });

  test('is found damaged by what no address holds', () => {
    const latin = Buffer.from(line2).toString('latin1');
    for (const text of [
      latin,
      Buffer.from(latin).toString('latin1'),
      'T\uFFFDr 4',
      'T\uFFFD\uFFFDr 4',
      'T&uuml;r 4',
      'T&#252;r 4',
      'T&#xFC;r',
      'T%C3%BCr+4',
      'T\\u00fcr 4',
      'Tür 4 \\u0026 O',
      'Tür 4 &amp; O',
      'TÜR 4 &AMP; O',
      'Tuer 4 &#38; O',
      'O&#39;Hara',
      'O&#x27;Hara',
      'O&apos;Hara',
      "O\\'Hara",
      'O\\u0027Hara',
      "O''Hara",
    ]) {
      expect(isDamaged(text, 'Stuttgart'), text).toBe(true);
    }
    expect(isDamaged('u0053tuttgart', 'Stuttgart')).toBe(true);
    expect(isDamaged('\\U0053TUTTGART', 'Stuttgart')).toBe(true);
    for (const city of ['', '東京']) expect(isDamaged(`u0NaN undefined ${city}`, city)).toBe(false);
  });

  test.each([
    line2,
    line2.normalize('NFD'),
    line2.toUpperCase(),
    'Tuer 4 & O’Hara',
    'Tur 4 and OHara',
    'T?r 4 ? O?Hara',
    'T r 4   O Hara',
    'Tür 4 + O`Hara',
    'Suite 412',
    'Stuttgart',
    'STUTTGART',
    '',
  ])('may be folded, as in %j', (text) => {
    expect(isDamaged(text, 'Stuttgart')).toBe(false);
  });

  test('is stored as it was sent', async () => {
    const { cause, steps, stored } = await asked(askDamaged, {});
    expect(cause).toBeUndefined();
    expect(steps).toEqual(['signs', 'signs-read']);
    expect(stored).toEqual({ ...otherAddress, line2 });
  });

  test('is a finding where it comes back damaged twice, also within another line', async () => {
    expect(
      (
        await asked(
          askDamaged,
          damaging((text) => text.replaceAll('&', '&amp;')),
        )
      ).cause,
    ).toBe('violated');
    const joined: Behaviour = {
      store: ({ line2: second, ...sent }) => ({
        ...sent,
        line1: `${sent['line1']}, ${String(second).replace("'", "''")}`,
      }),
    };
    expect((await asked(askDamaged, joined)).cause).toBe('violated');
    let updates = 0;
    const once = damaging((text) => (updates++ === 0 ? text.replace('&', '&amp;') : text));
    expect((await asked(askDamaged, once)).cause).toBeUndefined();
  });

  const escaping = damaging((text) => text.replaceAll('&', '&amp;'));
  test.each<[string, Behaviour]>([
    [
      'is refused',
      { ...escaping, check: (sent) => (String((sent as Json)['line2']).includes('&') ? apiError(400) : undefined) },
    ],
    [
      'is refused, and stored all the same',
      {
        hasty: (sent, stored, user) =>
          stored.set(user, { ...sent, line2: String(sent['line2']).replaceAll('&', '&amp;') }),
        check: (sent) => (String((sent as Json)['line2']).includes('&') ? apiError(400) : undefined),
      },
    ],
    ['is only promised', { ...escaping, answer: { status: 202 } }],
    ['cannot be read', { show: () => apiError(403) }],
    [
      'comes back for a page as well',
      { store: (sent) => ({ ...sent, html: String(sent['line2']).replace('&', '&amp;') }) },
    ],
    [
      'is folded',
      damaging((text) =>
        text
          .normalize('NFD')
          .replace(/[^ -~]/g, '')
          .toUpperCase(),
      ),
    ],
    ['is dropped', damaging(() => '')],
  ])('tells nothing where it %s', async (_what, behaviour) => {
    expect((await asked(askDamaged, behaviour)).cause).toBeUndefined();
  });

  test('tells nothing where the address between cannot be stored', async () => {
    const { ask } = serving(escaping);
    const stuck: Ask = async (step, request, proof) =>
      step === 'signs-between' ? answered({ ...apiError(409), request }) : ask(step, request, proof);
    expect(await askDamaged(addressBound(), stuck)).toBeUndefined();
  });

  test('needs no city', async () => {
    const bound = addressBound({
      addresses: [
        { line1: 'One', countryCode: 'DE' },
        { line1: 'Two', countryCode: 'DE' },
      ] as never,
    });
    expect((await asked(askDamaged, escaping, bound)).cause).toBe('violated');
  });
});

describe('a member that was sent', () => {
  const without =
    (member: string, ...more: readonly Json[]) =>
    ({ [member]: _lost, ...sent }: Json) =>
      Object.assign(sent, ...more) as Json;

  test('is read back, and the second user is left alone', async () => {
    expect(await asked(askLost, {})).toMatchObject({ cause: undefined, steps: ['lost', 'lost-read'] });
  });

  test('is a finding where it is nowhere, and shown for the second user', async () => {
    expect((await asked(askLost, { store: without('city') })).cause).toBe('violated');
    expect((await asked(askLost, { store: without('line1') })).cause).toBe('violated');
    expect((await asked(askLost, { store: without('city', { city: null }) })).cause).toBe('violated');
    expect((await asked(askLost, { store: without('city', { city: '' }) })).cause).toBe('violated');
  });

  test.each<[string, Behaviour]>([
    ['no user has it', { store: without('postalCode') }],
    ['it has another name', { store: without('city', { town: 'Berlin' }) }],
    ['it is in a line', { store: without('city', { place: '10117 Berlin' }) }],
    ['it is taken apart', { store: without('line1', { street: 'Unter den Linden', number: '77' }) }],
    ['it has another value', { store: without('city', { city: 'Mitte' }) }],
    ['the others are not as they were sent', { store: without('city', { line1: 'U. d. Linden', postalCode: 'D' }) }],
    ['the others have other names', { store: () => ({ street: sampleAddress.line1, zip: sampleAddress.postalCode }) }],
    ['the update is refused', { store: without('city'), check: () => apiError(409) }],
    ['the update is only promised', { store: without('city'), answer: { status: 202 } }],
    ['nothing can be read', { store: without('city'), show: () => apiError(403) }],
    [
      'the second user cannot be read',
      {
        store: without('city'),
        show: (address) => (address?.['city'] === 'Bremen' ? apiError(403) : { body: { address: address ?? null } }),
      },
    ],
  ])('tells nothing where %s', async (_what, behaviour) => {
    expect((await asked(askLost, behaviour)).cause).toBeUndefined();
  });

  test('may come later than the rest, up to the last reading', async () => {
    let readings = 0;
    const show: Behaviour['show'] = (address) => {
      const { city: _later, ...rest } = address ?? {};
      return { body: { address: address?.['line2'] && ++readings < 5 ? rest : (address ?? null) } };
    };
    expect(await asked(askLost, { show })).toMatchObject({ cause: undefined, steps: { length: 6 } });
  });

  test('tells nothing where one reading in ten shows it', async () => {
    let readings = 0;
    const show: Behaviour['show'] = (address) => ({
      body: {
        address: address?.['line2'] && readings++ % 10 === 9 ? { ...address, city: 'Berlin' } : (address ?? null),
      },
    });
    expect((await asked(askLost, { store: without('city'), show })).cause).toBeUndefined();
  });
});
