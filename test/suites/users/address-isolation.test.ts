import { describe, expect, test } from 'vitest';
import { addressAbroad, otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { inText } from '../../../suites/address-update.ts';
import { isolation } from '../../../suites/users/address-isolation.ts';
import { inWords } from '../../in-words.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { silence } from '../asking.ts';
import { judgementsOf, randomOf } from '../recorded.ts';
import type { Behaviour, Instead, Members, World } from './address-stub.ts';
import {
  addressBound,
  first,
  innocent,
  judgedAddress,
  leaving,
  refusing,
  roomForOne,
  second,
  serving,
  without,
} from './address-stub.ts';

const [everybodys, cityAlone] = [leaving((sent) => sent), leaving(() => ({ city: 'Bremen' }))];
const elsewhere = { line1: 'Elsewhere 1', city: 'Bremen' };
const judged = (behaviour: Behaviour = {}, world: World = {}) =>
  judgedAddress('isolation', behaviour, world);
const addresses = (...all: readonly Members[]): World => ({
  bound: addressBound({ addresses: all }),
});
const updatesIn = (steps: readonly string[]) => steps.filter((step) => step.endsWith('-update'));

test.each(innocent)(
  'the second user’s address is unchanged: the read-back shows %s',
  async (_what, behaviour) => {
    expect((await judged(behaviour)).kinds).toBe('pass,pass');
  },
);

const updates = ['second', 'first', 'second-2', 'abroad', 'home', 'text', 'text-back'].map(
  (step) => `${step}-update`,
);

test('the second user’s address is read after updates at home, abroad, and with postal codes as strings', async () => {
  const { steps, stored } = await judged();
  expect(updatesIn(steps)).toEqual(updates);
  expect(stored).toEqual(inText(sampleAddress));
});

test.each<[string, Behaviour, World?]>([
  ['both addresses are in two countries', {}, addresses(sampleAddress, addressAbroad)],
  ['addresses abroad are refused', refusing(({ countryCode }) => countryCode === 'AT')],
  ['postal codes are strings', {}, addresses(inText(sampleAddress), inText(otherAddress))],
  ['the user moves once', leaving(() => ({ line1: 'Quay 12', city: 'Kiel' }))],
  [
    'a member comes and goes',
    leaving((_sent, nth) => ({ ...elsewhere, ...(nth % 2 === 0 && { line2: '4B' }) })),
  ],
])('address/isolation passes if %s', async (what, behaviour, world) => {
  const { distinct, steps } = await judged(behaviour, world);
  expect(distinct).toBe('pass');
  expect(steps.some((step) => step.startsWith('text-'))).toBe(!what.includes('strings'));
});

const here = ['second-update', 'first-update', 'first-again-1-update'];
test.each<[string, Behaviour, (readonly string[])?]>([
  ['each update', everybodys, ['second-update', 'second-again-1-update']],
  ['each but the first', leaving((sent, nth) => (nth > 0 ? sent : undefined)), here],
  ['every second', leaving((sent, nth) => (nth % 2 === 0 ? sent : undefined))],
  ['every second, after one', leaving((sent, nth) => (nth % 2 === 1 ? sent : undefined))],
])(
  'address/isolation is a finding if %s is stored for the second user as well',
  async (_what, behaviour, sent) => {
    const { kinds, steps } = await judged(behaviour);
    expect(kinds).toBe('fail');
    if (sent) expect(updatesIn(steps)).toEqual(sent);
  },
);

test('a leak of every second update is found even if it leaves the address that the second user had', async () => {
  const everySecond = leaving((sent, nth) => (nth % 2 === 1 ? sent : undefined));
  expect((await judged(everySecond, { theirs: sampleAddress })).kinds).toContain('fail');
});

test('address/isolation is inconclusive if only one update is stored for the second user as well', async () => {
  const { kinds, steps } = await judged(leaving((sent, nth) => (nth === 0 ? sent : undefined)));
  expect(kinds).toBe('inconclusive,pass');
  expect(steps).toContain('second-again-4-update');
});

test('address/isolation is a finding if only updates with postal codes as strings leak, whatever was there before', async () => {
  const behaviour = leaving((sent) => (typeof sent['postalCode'] === 'string' ? sent : undefined));
  expect((await judged(behaviour, { theirs: inText(otherAddress) })).kinds).toBe('fail');
});

test('address/isolation is a finding if updates change the second user’s address only when the country changes', async () => {
  const behaviour = leaving(({ countryCode }) => ({
    line1: `${countryCode} where 1`,
    city: 'Bremen',
  }));
  expect((await judged(behaviour, { theirs: { line1: 'DE where 1', city: 'Bremen' } })).kinds).toBe(
    'fail',
  );
});

describe('users who share a household', () => {
  const theirs = {
    line1: 'Quay 12',
    line2: 'Loft',
    city: 'Kiel',
    postalCode: 24103,
    countryCode: 'DE',
  };
  const renamed = ({ line1: street, line2: unit, city: town, postalCode: zip }: Members) => ({
    street,
    unit,
    town,
    zip,
  });
  const plain = (stored: Members) => stored;

  test.each<[string, string, boolean, (stored: Members) => Members]>([
    ['pass', 'may be shown each other’s addresses', false, plain],
    ['pass', 'may be shown each other’s addresses in other words', false, renamed],
    ['fail', 'have an address of their own', true, plain],
    ['fail', 'have an address of their own in other words', true, renamed],
  ])('%s: they %s', async (kind, _what, isMoving, form) => {
    let mine: Members = { line1: 'Old Street 3', city: 'Bonn', postalCode: 53111 };
    const behaviour: Behaviour = {
      store: (sent, _former, stored) => {
        if (isMoving) stored.set(second, sent);
        mine = sent;
        return sent;
      },
      show: (stored = mine) => {
        const household = stored !== mine || isMoving ? [{ id: 'u-1', livesAt: mine }] : [];
        return { body: { address: { home: form(stored), household } } };
      },
    };
    expect((await judged(behaviour, { theirs })).distinct).toBe(kind);
  });
});

let times = 0;
const goesOnce: Behaviour = {
  store: (sent, _former, stored, user) => {
    if (user === first && times++ === 0) stored.delete(second);
    return sent;
  },
};
const secondRefused: Behaviour = {
  check: (_sent, { headers }) =>
    JSON.stringify(headers).includes('user:second') ? apiError(403) : undefined,
};
const secondUnstored: Behaviour = {
  store: (sent, _former, _all, user) => (user === first ? sent : undefined),
};
test.each<[string, string, Behaviour]>([
  ['fail', 'goes with the next update', roomForOne],
  ['inconclusive,pass', 'goes once', goesOnce],
  ['pass,pass', 'stays', {}],
  ['pass,pass', 'is refused', secondRefused],
  ['pass,pass', 'is not stored', secondUnstored],
])(
  '%s if the address that the run gives to a second user without one %s',
  async (kinds, _what, behaviour) => {
    expect((await judged(behaviour, { theirs: null })).kinds).toBe(kinds);
  },
);

test('a second user who has an address does not get another one', async () => {
  const { ask, steps } = serving();
  await judgementsOf(isolation.run(addressBound(), ask));
  expect(steps.filter((step) => step.includes('given'))).toEqual([]);
});

/**
 * A second user who reads only the list of the household. Writes for the second user fail if
 * `isRefused`.
 */
const householdAlone = (isRefused: boolean): Behaviour => {
  let mine: Members = sampleAddress;
  return {
    ...(isRefused && secondRefused),
    store: (sent, _former, _all, user) => {
      if (user === first) mine = sent;
      return sent;
    },
    show: (stored) => ({
      body: { address: { own: stored ?? null, members: [{ id: 'u-1', livesAt: mine }] } },
    }),
  };
};
test.each([
  ['pass,pass', false],
  ['inconclusive,inconclusive', true],
])(
  '%s if the second user only sees the household, and cannot get an address: %s',
  async (kinds, isRefused) => {
    const { ask, stored } = serving(householdAlone(isRefused));
    stored.delete(second);
    stored.set(first, sampleAddress);
    const judgements = await judgementsOf(isolation.run(addressBound(), ask));
    expect(judgements.map(({ kind }) => kind).join()).toBe(kinds);
  },
);

test('address/isolation is a finding if both users share one address', async () => {
  let shared: Members = sampleAddress;
  const behaviour: Behaviour = {
    store: (sent) => {
      shared = sent;
      return sent;
    },
    show: () => ({ body: { address: shared } }),
  };
  expect((await judged(behaviour)).kinds).toBe('fail');
});

const same = { line1: 'One Street 1', city: 'Town', postalCode: 1234, countryCode: 'FR' };
const unread = (at: RegExp, given: Instead[1] = apiError(403)): World => ({
  instead: [[at, given]],
});
test.each<[string, string, Behaviour, World?]>([
  ['403', 'the second user’s address before cannot be read', {}, unread(/other-before/)],
  [
    'closed',
    'the second user’s address after cannot be read',
    {},
    unread(/-read$/, silence('closed')),
  ],
  ['500', 'the first user’s address cannot be read', {}, unread(/own/, { status: 500 })],
  ['409', 'updates are refused', {}, unread(/update/, apiError(409))],
  ['403', 'the update cannot be read', everybodys, unread(/-own$/)],
  ['403', 'what the first user had cannot be read', everybodys, unread(/-own-before$/)],
  ['403', 'one reading of seventeen of what changed fails', everybodys, unread(/-read-more-7$/)],
  ['profile.addresses', 'the addresses do not differ', {}, addresses(same, same)],
  ['overwrites', 'no update shows', { store: () => undefined }],
  ['disappeared', 'a line goes', cityAlone],
  [
    'disappeared',
    'a part of three characters goes',
    cityAlone,
    { theirs: { city: 'Bremen', unit: '14B' } },
  ],
])(
  'address/isolation is inconclusive, with %s as the reason, if %s',
  async (why, _what, behaviour, world) => {
    const { judgements, kinds } = await judged(behaviour, world);
    expect(kinds).not.toContain('fail');
    expect(inWords(judgements[0])).toMatchObject({
      kind: 'inconclusive',
      why: expect.stringContaining(why),
    });
  },
);

test('address/isolation passes if replicas, chosen at random, show the other address in different ways', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const replicaOf = randomOf(seed, 2);
    const show = (address: Members = {}): Given => ({
      body: {
        address:
          replicaOf() === 0
            ? without(address, 'line2')
            : { ...address, town: 'Berlin', servedBy: 'b' },
      },
    });
    expect((await judged({ show })).kinds).toBe('pass,pass');
  }
});
