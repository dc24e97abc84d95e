import { describe, expect, test } from 'vitest';
import type { Bound, Json, Judgement } from '../../engine/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { askIsolated } from '../../suites/users/address-isolation.ts';
import { askVanished } from '../../suites/users/address-vanished.ts';
import { noAddress, servingBut } from './address-otherwise.ts';
import { addressBound, type Behaviour } from './address-stub.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';

const second = '{{user:second}}';

/** Each update takes all other addresses away. */
const roomForOne: Behaviour = {
  store: (sent, _former, stored) => {
    stored.clear();
    return sent;
  },
};

describe('a second user without an address is given one, which goes with an update for the first', () => {
  const judged = async (at?: RegExp, given?: Given, behaviour = roomForOne, bound = addressBound()) => {
    const { ask, steps, stored } = servingBut(at, given, behaviour);
    stored.delete(second);
    return { kind: (await askVanished(bound, ask))?.kind, steps };
  };
  const once = (step: string) =>
    ['given', 'given-read', 'update', 'own', 'after', 'after-more-1'].map((one) => `${step}-${one}`);

  test('is found where it shows twice, and what shows at once is waited for no longer', async () => {
    expect(await judged()).toEqual({
      kind: 'violated',
      steps: ['vanished-before', ...once('vanished-1'), ...once('vanished-2')],
    });
  });

  test.each([
    ['the address that was given', 'given-read'],
    ['the update', 'own'],
  ])('is found where %s is seen in the last reading alone', async (_what, step) => {
    expect((await judged(new RegExp(`-${step}(?:-later-[123])?$`))).kind).toBe('violated');
  });

  test.each<[string, RegExp, Given]>([
    ['the second user’s address cannot be read', /^vanished-before$/, apiError(403)],
    ['the address that was given cannot be read', /-given-read$/, apiError(403)],
    ['the address that was given never shows', /-given-read/, noAddress],
    ['another one shows than was given', /-given-read/, { body: { address: { city: 'Bremen' } } }],
    ['the update cannot be read', /-own$/, apiError(403)],
    ['the update never shows', /-own/, noAddress],
    ['the second user’s address cannot be read any more', /-after$/, apiError(403)],
    ['one reading of seventeen still shows it', /-after-more-7$/, { body: { address: sampleAddress } }],
    ['one reading of seventeen fails', /-after-more-7$/, apiError(403)],
  ])('is not found where %s', async (_what, at, given) => {
    expect((await judged(at, given)).kind).toBeUndefined();
  });

  test('is looked for no longer once the address is seen to be kept', async () => {
    const { kind, steps } = await judged(undefined, undefined, {});
    expect(kind).toBeUndefined();
    expect(steps).toEqual(['vanished-before', ...once('vanished-1').slice(0, -1)]);
  });

  test('is not tried with addresses that no reading tells apart', async () => {
    const { line2: _none, ...shorter } = sampleAddress;
    const bound = addressBound({ addresses: [shorter, sampleAddress] });
    expect(await judged(undefined, undefined, roomForOne, bound)).toEqual({
      kind: undefined,
      steps: ['vanished-before'],
    });
  });
});

describe('the second user’s address', () => {
  type Members = Record<string, Json>;
  /** Each update leaves the second user with this, by how many came before; undefined: with what it was. */
  const leaving = (after: (nth: number, sent: Members) => Members | undefined): Behaviour => {
    let updates = 0;
    return {
      store: (sent, _former, stored) => {
        const left = after(updates++, sent as Members);
        if (left) stored.set(second, left);
        return sent;
      },
    };
  };
  const everybodys = leaving((_nth, sent) => sent);
  const cityAlone = leaving(() => ({ city: 'Bremen' }));

  const judged = async (behaviour: Behaviour, at?: RegExp, given?: Given, bound: Bound = addressBound()) => {
    const { ask, steps } = servingBut(at, given, behaviour);
    const judgements: readonly Judgement[] = await askIsolated(bound, ask);
    return { judgements, steps, kinds: [...new Set(judgements.map(({ kind }) => kind))] };
  };

  test('is updated with the first user’s no more often than it takes', async () => {
    const { kinds, steps } = await judged(everybodys);
    expect(kinds).toEqual(['violated']);
    expect(steps.filter((step) => step.endsWith('-update'))).toEqual(['1-second-update', '2-first-update']);
    const { kinds: later, steps: more } = await judged(leaving((nth, sent) => (nth > 0 ? sent : undefined)));
    expect(later).toEqual(['violated']);
    expect(more.filter((step) => /-update$|^7/.test(step))).toEqual([
      '1-second-update',
      '2-first-update',
      '3-second-update',
      '4-first-update',
      '7-first',
    ]);
  });

  test.each([0, 1])('is found changed by every second update, after %i others', async (rest) => {
    expect((await judged(leaving((nth, sent) => (nth % 2 === rest ? sent : undefined)))).kinds).toEqual(['violated']);
  });

  test('is not found changed where a member comes and goes: one that is missing has no other value', async () => {
    const at = { line1: 'Elsewhere 1', city: 'Bremen' };
    expect((await judged(leaving((nth) => (nth % 2 === 0 ? { ...at, line2: '4B' } : at)))).kinds).toEqual(['held']);
  });

  test.each<[string, Behaviour, RegExp]>([
    ['the update cannot be read', everybodys, /-own$/],
    ['what the first user had cannot be read', everybodys, /-own-before$/],
    ['what the first user had cannot be read, and nothing changed', {}, /-own-before$/],
    ['one reading of seventeen of what changed fails', everybodys, /-after-more-7$/],
    ['one reading of seventeen of what went fails', cityAlone, /-after-more-7$/],
  ])('is not judged where %s, which is told', async (_what, behaviour, at) => {
    const { judgements, kinds } = await judged(behaviour, at, apiError(403));
    expect(kinds).not.toContain('violated');
    expect(judgements[0]).toMatchObject({ kind: 'unanswered', why: expect.stringContaining('403') });
  });

  test('is not judged by addresses that do not differ, which is told', async () => {
    const same = { line1: 'One Street 1', city: 'Town', postalCode: 1234, countryCode: 'FR' };
    const { judgements, kinds } = await judged({}, undefined, undefined, addressBound({ addresses: [same, same] }));
    expect(kinds).toEqual(['unanswered']);
    expect(judgements[0]).toMatchObject({ why: expect.stringContaining('profile.addresses') });
  });

  test('is told to lose a part of three characters', async () => {
    const { ask, stored } = servingBut(undefined, undefined, cityAlone);
    stored.set(second, { city: 'Bremen', unit: '14B' });
    expect((await askIsolated(addressBound(), ask))[0]).toMatchObject({
      kind: 'unanswered',
      why: expect.stringContaining('went'),
    });
  });
});
