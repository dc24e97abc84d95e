import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import type { Ask, Bound, Judgement } from '../../engine/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { judgeRefusedUpdates } from '../../suites/refused-updates.ts';
import { address } from '../../suites/users/address.ts';
import { openAddresses } from '../../suites/users/address-coercion.ts';
import { addressBound, type Behaviour, serving, wellTyped } from './address-stub.ts';
import { apiError } from './api-error.ts';
import { silence } from './asking.ts';

const row = (id: string) => address.requirements.find((one) => one.id === `address/${id}`) as Scenario;
const kinds = (judgements: readonly Judgement[]) => judgements.map(({ kind }) => kind);

async function run(id: string, behaviour: Behaviour, bound: Bound = addressBound()) {
  return kinds(await row(id).run(bound, serving(behaviour).ask));
}

describe('address/accepted', () => {
  test.each([
    ['204', {}],
    ['202', { answer: { status: 202, body: {} } }],
    ['a body that is no JSON, which another row judges', { answer: { body: 'OK' } }],
  ] as const)('held by %s', async (_what, behaviour) => {
    expect(await run('accepted', behaviour)).toEqual(['held', 'observed']);
  });

  test('a refusal of one type of postal code, or of what is stored already, is for other rows', async () => {
    const onlyText: Behaviour = {
      check: (sent) => (typeof (sent as { postalCode: unknown }).postalCode === 'string' ? undefined : apiError(400)),
    };
    expect(await run('accepted', onlyText)).toEqual(['held', 'observed']);
  });

  test.each([
    ['violated', 400],
    ['violated', 405],
    ['violated', 401],
    ['unanswered', 403],
    ['unanswered', 404],
    ['unanswered', 409],
    ['unanswered', 422],
    ['unanswered', 500],
    ['unanswered', 429],
  ])('%s by %i to every address', async (kind, status) => {
    expect(await run('accepted', { check: () => apiError(status) })).toEqual([kind]);
  });

  test('a 422 without ApiError is no excuse', async () => {
    expect(await run('accepted', { check: () => ({ status: 422, body: 'no' }) })).toEqual(['violated']);
  });

  test('a pinned status counts', async () => {
    const bound = addressBound();
    const pinned = { ...bound, endpoint: { ...bound.endpoint, statuses: [200] } };
    expect(await run('accepted', {}, pinned)).toEqual(['violated']);
    expect(await run('accepted', { answer: { status: 200, body: {} } }, pinned)).toEqual(['held', 'observed']);
  });

  test('a pinned schema counts', async () => {
    const bound = addressBound();
    const pinned = {
      ...bound,
      endpoint: { ...bound.endpoint, responseSchema: { type: 'object', required: ['address'] } },
    };
    expect(await run('accepted', { answer: { body: {} } }, pinned)).toContain('violated');
    expect(await run('accepted', { answer: { body: { address: {} } } }, pinned)).toEqual(['held', 'observed']);
  });
});

describe('postal codes', () => {
  const type = (wanted: string, status = 422): Behaviour => ({
    check: (sent) => (typeof (sent as { postalCode: unknown }).postalCode === wanted ? undefined : apiError(status)),
  });

  test.each([
    ['postal-code-number', 'held', {}],
    ['postal-code-string', 'held', {}],
    ['postal-code-number', 'violated', type('string')],
    ['postal-code-number', 'held', type('number')],
    ['postal-code-string', 'violated', type('number', 400)],
    ['postal-code-string', 'held', type('string')],
    ['postal-code-number', 'unanswered', { check: () => apiError(400) }],
    ['postal-code-number', 'unanswered', type('string', 409)],
  ] as const)('%s %s', async (id, kind, behaviour) => {
    expect(await run(id, behaviour)).toEqual([kind]);
  });

  test('an operator whose postal codes hold letters is believed that digits are none', async () => {
    const letters = { line1: '10 Downing Street', city: 'London', postalCode: 'SW1A 2AA', countryCode: 'GB' };
    const bound = addressBound({ addresses: [letters] });
    expect(await run('postal-code-number', type('string'), bound)).toEqual(['unanswered']);
    expect(await run('postal-code-number', type('string', 400), bound)).toEqual(['unanswered']);
  });
});

describe('address/repeatable', () => {
  test.each<[string, (nth: number) => number | undefined, string]>([
    ['is refused when repeated once, and not again', (nth) => (nth === 3 ? 409 : undefined), 'not again'],
    ['fails when repeated', (nth) => (nth === 3 ? 500 : undefined), '500'],
  ])('unanswered where it %s', async (_what, statusOf, why) => {
    let updates = 0;
    const behaviour: Behaviour = {
      check: () => {
        updates += 1;
        const status = statusOf(updates);
        return status === undefined ? undefined : apiError(status);
      },
    };
    const judged = await row('repeatable').run(addressBound(), serving(behaviour).ask);
    expect(judged).toMatchObject([{ kind: 'unanswered', why: expect.stringContaining(why) }]);
  });

  test('violated where what changes nothing is answered with 304', async () => {
    let last = '';
    const unchanged: Behaviour = {
      check: (sent) => {
        const text = JSON.stringify(sent);
        if (text === last) return { status: 304 };
        last = text;
        return undefined;
      },
    };
    expect(await run('repeatable', unchanged)).toEqual(['violated']);
    // What is stored already is for address/repeatable to say.
    last = JSON.stringify(sampleAddress);
    expect((await run('accepted', unchanged))[0]).toBe('held');
    expect(await run('accepted', { check: () => ({ status: 304 }) })).toEqual(['violated']);
  });

  test('held, violated, and violated where only what this run never sent is taken', async () => {
    expect(await run('repeatable', {})).toEqual(['held']);
    let last = '';
    const conflict: Behaviour = {
      check: (sent) => {
        const text = JSON.stringify(sent);
        if (text === last) return apiError(409);
        last = text;
        return undefined;
      },
    };
    expect(await run('repeatable', conflict)).toEqual(['violated']);
    const seen = new Set<string>();
    const replay: Behaviour = {
      check: (sent) => {
        const text = JSON.stringify(sent);
        if (seen.has(text)) return apiError(409);
        seen.add(text);
        return undefined;
      },
    };
    expect(await run('repeatable', replay)).toEqual(['violated']);
    expect(await run('repeatable', { check: () => apiError(422) })).toEqual(['unanswered']);
  });
});

test('address/coercion has the target for itself, and leaves a well-formed address behind', async () => {
  const steps: [string, unknown][] = [];
  const { ask } = serving({ check: wellTyped });
  await row('coercion').run(addressBound(), (step, request) => {
    steps.push([step, request.body]);
    return ask(step, request);
  });
  expect(row('coercion').lane).toBe('alone');
  expect(steps.at(-1)).toEqual(['after', addressBound().wellFormed().body]);
});

test('address/coercion sums up what was answered', async () => {
  const { ask } = serving({ check: wellTyped });
  const [first, ...more] = await row('coercion').run(addressBound(), ask);
  expect(first).toEqual({ kind: 'observed', value: expect.stringMatching(/^204: .*no line1/) });
  expect(more).toEqual([{ kind: 'observed', value: expect.stringMatching(/^422: .*line1 null/) }]);
  expect(new Set(openAddresses({}).map(({ label }) => label)).size).toBe(openAddresses({}).length);
});

const plain = { updates: 'in place' };
const innocent: readonly (readonly [string, Behaviour])[] = [
  ['what was sent', {}],
  [
    'capitals, postal codes as text, and more members',
    {
      store: (sent) => ({
        ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value).toUpperCase()])),
        ...plain,
        changes: Math.random(),
      }),
    },
  ],
  [
    'one line, under another name',
    {
      show: (address) => ({ body: { address: { text: Object.values(address ?? {}).join(', ') } } }),
    },
  ],
  ['the town alone', { show: (address) => ({ body: { address: { town: address?.['city'] } } }) }],
];

/** Every third update changes nothing, the first of these after so many others. */
function everyThirdLost(after: number): Behaviour {
  let updates = 0;
  return { store: (sent, former) => (updates++ % 3 === after ? { ...former } : sent) };
}

type Json = Readonly<Record<string, unknown>>;

describe('address/overwrites', () => {
  test.each(innocent)('held where the read-back shows %s', async (_what, behaviour) => {
    expect((await run('overwrites', behaviour))[0]).toBe('held');
  });

  test.each<[string, Behaviour]>([
    ['the first stays', { store: (sent, former) => former ?? sent }],
    [
      'nothing is stored but once',
      { store: (sent, former) => ({ ...sent, ...(former ? { city: former['city'] } : {}) }) },
    ],
    [
      'a postal code that was a text stays beside a number',
      {
        store: (sent, former) => {
          const text = typeof sent['postalCode'] === 'string' ? sent['postalCode'] : former?.['text'];
          return { ...sent, postalCode: text ?? sent['postalCode'], text };
        },
      },
    ],
    [
      'two members change places',
      { store: (sent) => ({ ...sent, city: sent['line2'] ?? '', line2: sent['city'] ?? '' }) },
    ],
    ['every third is not stored', everyThirdLost(2)],
    ['every third is not stored, the first among them', everyThirdLost(0)],
    ['every third is not stored, the second among them', everyThirdLost(1)],
    ['one member keeps what it was before the run', { store: (sent) => ({ ...sent, city: 'Bremerhaven' }) }],
  ])('violated where %s', async (_what, behaviour) => {
    const judgements = await row('overwrites').run(addressBound(), serving(behaviour).ask);
    expect(kinds(judgements)).toEqual(['violated']);
  });

  test('what becomes of an omitted line2 is observed', async () => {
    const values = async (behaviour: Behaviour) =>
      (await row('overwrites').run(addressBound(), serving(behaviour).ask)).flatMap((one) =>
        one.kind === 'observed' ? [one.value] : [],
      );
    expect(await values({})).toEqual(['an omitted line2 is cleared']);
    expect(await values({ store: (sent, former) => ({ ...former, ...sent }) })).toEqual(['an omitted line2 survives']);
  });

  test.each<[string, Behaviour]>([
    ['masks everything', { show: () => ({ body: { address: { line1: '***', city: '***' } } }) }],
    ['has nothing there', { show: () => ({ body: {} }) }],
    ['says that it is redacted', { show: () => ({ body: { address: { line1: 'REDACTED', city: 'REDACTED' } } }) }],
    ['hides each member by its name', { show: () => ({ body: { address: { line1: '<hidden>', city: '<city>' } } }) }],
    [
      'tells only that there is one',
      { show: () => ({ body: { address: { status: 'verified', kind: 'residential', countryCode: 'DE' } } }) },
    ],
    ['shows all but one member hidden', { show: () => ({ body: { address: { line1: '***', city: 'Bremerhaven' } } }) }],
    ['comes from a cache', { show: (stored) => ({ body: { address: stored }, headers: [['Age', '7']] }) }],
    ['is refused', { show: () => apiError(403) }],
    [
      'shows both',
      {
        show: () => ({
          body: {
            address: [
              { line1: 'Unter den Linden 77', line2: 'Floor 3', city: 'Berlin', postalCode: 10117 },
              { line1: 'Schillerplatz 4', line2: 'Suite 412', city: 'Stuttgart', postalCode: 70173 },
            ],
          },
        }),
      },
    ],
  ])('unanswered where the read-back %s', async (_what, behaviour) => {
    expect(await run('overwrites', behaviour)).toEqual(['unanswered']);
  });

  test('an update that is only promised is not held against anybody', async () => {
    const judged = await run('overwrites', { answer: { status: 202 }, store: (sent, former) => former ?? sent });
    expect(judged).toEqual(['unanswered']);
  });

  test('a second line that the second address does not have is nobody’s fault', async () => {
    const first = { line1: 'One Street 1', line2: 'Floor 3', city: 'Town', postalCode: 1234, countryCode: 'DE' };
    const second = { line1: 'Other Way 22', city: 'Village', postalCode: 9876, countryCode: 'DE' };
    const merging: Behaviour = { store: (sent, former) => ({ ...former, ...sent }) };
    expect((await run('overwrites', merging, addressBound({ addresses: [first, second] })))[0]).toBe('held');
  });

  describe('two addresses in one town', () => {
    const addresses = [
      { line1: '10 High Street', line2: 'Flat 2', city: 'Brooklyn', postalCode: '11201', countryCode: 'US' },
      { line1: '21 High Street', line2: 'Suite 9', city: 'Manhattan', postalCode: '10016', countryCode: 'US' },
    ];
    const judged = async (store: (sent: Json) => Json, more: Behaviour = {}, given: readonly Json[] = addresses) =>
      (await run('overwrites', { store, ...more }, addressBound({ addresses: given })))[0];
    const town = (sent: Json) => (sent['countryCode'] === 'US' ? 'New York' : sent['city']);
    const inTown = (sent: Json) => ({ ...sent, city: town(sent), line2: town(sent) });
    const abroadRefused: Behaviour = {
      check: (sent) => ((sent as Json)['countryCode'] === 'US' ? undefined : apiError(422)),
    };

    test('may have a member in common that is none of either', async () => {
      expect(await judged(inTown)).toBe('held');
      expect(await judged(inTown, abroadRefused)).toBe('held');
      const street = ({ line1, ...sent }: Json) => ({
        ...sent,
        line1: String(line1).replace(/\d+ High Street/, 'High St'),
      });
      expect(await judged(street)).toBe('held');
    });

    test('do not hide a member that is never updated', async () => {
      const never = (sent: Json) => ({ ...sent, city: 'Bremerhaven' });
      expect(await judged(never)).toBe('violated');
      const boston = {
        line1: '1 School Street',
        line2: 'Door 5',
        city: 'Boston',
        postalCode: '02108',
        countryCode: 'US',
      };
      expect(await judged(never, abroadRefused, [...addresses, boston])).toBe('violated');
      expect(await judged(never, abroadRefused)).toBe('held');
      expect((await run('overwrites', { store: never }))[0]).toBe('violated');
    });
  });

  test('a stale update that shows once is not held against anybody', async () => {
    let updates = 0;
    const behaviour: Behaviour = {
      store: (sent, former) => {
        updates += 1;
        return updates === 2 ? former : sent;
      },
    };
    const judged = await row('overwrites').run(addressBound(), serving(behaviour).ask);
    expect(judged).toMatchObject([{ kind: 'unanswered', why: expect.stringContaining('not when tried again') }]);
  });

  test('two addresses that do not differ tell nothing', async () => {
    const same = { line1: 'One Street 1', city: 'Town', postalCode: 1234, countryCode: 'DE' };
    expect(await run('overwrites', {}, addressBound({ addresses: [same, same] }))).toEqual(['unanswered']);
  });
});

describe('address/isolation', () => {
  test.each(innocent)('held where the read-back shows %s', async (_what, behaviour) => {
    expect(await run('isolation', behaviour)).toEqual(['held', 'held']);
  });

  test('violated where an update is everybody’s', async () => {
    const behaviour: Behaviour = {
      store: (sent, _former, stored) => {
        for (const user of stored.keys()) stored.set(user, sent);
        return sent;
      },
    };
    expect(await run('isolation', behaviour)).toEqual(['violated']);
  });

  describe('users who share a household', () => {
    const home = { line1: 'Quay 12', line2: 'Loft', city: 'Kiel', postalCode: 24103, countryCode: 'DE' };
    const judged = async (own: (stored: Json) => Json, moving = false, renamed = false) => {
      const stub = serving({
        store: (sent, _former, stored) => {
          if (moving) stored.set('{{user:second}}', sent);
          return sent;
        },
        show: (stored) => {
          const isSecond = stored !== stub.stored.get('{{user:first}}') || moving;
          const others = isSecond ? [{ id: 'u-1', livesAt: stub.stored.get('{{user:first}}') ?? null }] : [];
          return { body: { address: { home: renamed ? own(stored ?? {}) : stored, household: others } } };
        },
      });
      stub.stored.set('{{user:second}}', home);
      stub.stored.set('{{user:first}}', { line1: 'Old Street 3', city: 'Bonn', postalCode: 53111 });
      return new Set(kinds(await row('isolation').run(addressBound(), stub.ask)));
    };
    const otherwise = ({ line1, line2, city, postalCode }: Json) => ({
      street: line1,
      unit: line2,
      town: city,
      zip: postalCode,
    });

    test('may be shown each other’s addresses', async () => {
      expect(await judged(otherwise)).toEqual(new Set(['held']));
      expect(await judged(otherwise, false, true)).toEqual(new Set(['held']));
    });

    test('have one of their own', async () => {
      expect(await judged(otherwise, true)).toEqual(new Set(['violated']));
      expect(await judged(otherwise, true, true)).toEqual(new Set(['violated']));
    });
  });

  test.each<[string, (stored: Json, isFirst: boolean) => object]>([
    ['a list whose elements have ids', (stored) => ({ items: [{ id: 1, isDefault: true, ...stored }] })],
    ['a list whose elements have ids of their own', (stored, isFirst) => [{ id: isFirst ? 'a-1' : 'a-2', ...stored }]],
    ['a list whose elements have names', (stored) => [{ name: 'Home', ...stored }]],
    ['elements that name an owner', (stored) => [{ owner: 'self', id: 7, at: stored }]],
  ])('an update of everybody is found in %s', async (_what, form) => {
    const stub = serving({
      store: (sent, _former, stored) => {
        stored.set('{{user:second}}', sent);
        return sent;
      },
      show: (stored) => ({
        body: { address: form(stored ?? {}, stored === stub.stored.get('{{user:first}}')) as never },
      }),
    });
    stub.stored.set('{{user:second}}', { line1: 'Quay 12', city: 'Kiel', postalCode: 24103, countryCode: 'DE' });
    expect(kinds(await row('isolation').run(addressBound(), stub.ask))).toContain('violated');
  });

  describe('a second user without an address is given one', () => {
    const judged = async (behaviour: Behaviour) => {
      const stub = serving(behaviour);
      stub.stored.delete('{{user:second}}');
      return new Set(kinds(await row('isolation').run(addressBound(), stub.ask)));
    };

    test('and has it no more after an update for the first', async () => {
      const alone: Behaviour = {
        store: (sent, _former, stored) => {
          stored.clear();
          return sent;
        },
      };
      expect(await judged(alone)).toEqual(new Set(['violated']));
      // Once is no rule.
      let times = 0;
      const once: Behaviour = {
        store: (sent, _former, stored, user) => {
          if (user === '{{user:first}}' && stored.has('{{user:second}}') && times++ === 0) stored.clear();
          return sent;
        },
      };
      expect(await judged(once)).toEqual(new Set(['held']));
    });

    test('and keeps it', async () => {
      expect(await judged({})).toEqual(new Set(['held']));
    });

    test('or is refused one', async () => {
      const onlyFirst: Behaviour = {
        check: (_sent, { headers }) => (JSON.stringify(headers).includes('user:second') ? apiError(403) : undefined),
      };
      expect(await judged(onlyFirst)).toEqual(new Set(['held']));
    });
  });

  test('unanswered where nothing shows that an update was stored at all', async () => {
    expect(await run('isolation', { store: () => undefined })).toEqual(['unanswered', 'unanswered']);
  });

  const othersAfter = (after: Record<string, unknown>): Behaviour => ({
    store: (sent, _former, stored) => {
      stored.set('{{user:second}}', after);
      return sent;
    },
  });

  test('a line of the other user that goes is told', async () => {
    const judged = await row('isolation').run(addressBound(), serving(othersAfter({ city: 'Bremen' })).ask);
    expect(judged[0]).toMatchObject({ kind: 'unanswered', why: expect.stringContaining('went') });
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a short part goes', { city: 'Bremen', unit: '4B' }, { city: 'Bremen' }],
    ['a part moves elsewhere', { line1: 'Quay 12', unit: '4B' }, { place: { line1: 'Quay 12' } }],
    ['the user moves', { line1: 'Elsewhere 1', city: 'Bremen' }, { line1: 'Quay 12', city: 'Kiel' }],
  ])('held where %s', async (_what, before, after) => {
    const stub = serving(othersAfter(after));
    stub.stored.set('{{user:second}}', before);
    expect(new Set(kinds(await row('isolation').run(addressBound(), stub.ask)))).toEqual(new Set(['held']));
  });
});

describe('address/refused-unchanged', () => {
  test.each(innocent)('held where the read-back shows %s', async (_what, behaviour) => {
    expect(new Set(await run('refused-unchanged', behaviour))).toEqual(new Set(['held']));
  });

  test.each<[string, Behaviour]>([
    ['stores before it checks', { hasty: (sent, stored, user) => void stored.set(user, sent) }],
    [
      'clears what it refuses to replace',
      { hasty: (sent, stored, user) => void (wellTyped(sent) && stored.delete(user)) },
    ],
  ])('violated where the server %s', async (_what, behaviour) => {
    expect(await run('refused-unchanged', behaviour)).toContain('violated');
  });

  test('what is accepted is for other rows', async () => {
    const judged = await run('refused-unchanged', { check: () => undefined });
    expect(judged).not.toContain('violated');
  });

  test('an update that is never answered, and one that was not sent', async () => {
    const judged = (lost: 'timeout' | 'withheld') => {
      const { ask } = serving();
      const losing: Ask = async (step, request, proof) =>
        step === 'refused-0' ? { ...silence('timeout'), answer: { lost, detail: '' } } : ask(step, request, proof);
      const update = { label: 'any', request: addressBound().wellFormed() };
      return judgeRefusedUpdates(addressBound(), losing, [update], 'cause');
    };
    expect(await judged('timeout')).toMatchObject([{ kind: 'unanswered', why: expect.stringContaining('no answer') }]);
    expect(await judged('withheld')).toMatchObject([{ kind: 'unanswered', why: 'none of the updates was refused' }]);
  });

  test('a 5xx is unanswered, and so is a run in which nothing was refused', async () => {
    const judged = await run('refused-unchanged', { check: (sent) => (wellTyped(sent) ? { status: 500 } : undefined) });
    expect(judged).toContain('unanswered');
    const { ask } = serving({});
    expect(kinds(await judgeRefusedUpdates(addressBound(), ask as Ask, [], 'cause'))).toEqual(['unanswered']);
  });
});
