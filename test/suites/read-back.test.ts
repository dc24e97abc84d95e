import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import type { Ask, Bound, Exchange, Json } from '../../engine/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { marksOf, normalised, readBack, storedIn } from '../../suites/address-read-back.ts';
import { firstAddress, settle, takenBy } from '../../suites/address-update.ts';
import { judgeRefusedUpdates } from '../../suites/refused-updates.ts';
import { address } from '../../suites/users/address.ts';
import { postalCodes } from '../../suites/users/address-accepted.ts';
import { addressBound, type Behaviour, readBackId, serving, wellTyped } from './address-stub.ts';
import { answered, type Given, withHeaders } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, silence } from './asking.ts';

const row = (id: string) => address.requirements.find((one) => one.id === `address/${id}`) as Scenario;

/** The server of the stub, with other answers to the steps that `answers` matches. */
function butFor(answers: readonly (readonly [RegExp, Given | Exchange])[], behaviour: Behaviour = {}): Ask {
  const { ask } = serving(behaviour);
  return async (step, request, proof) => {
    const other = answers.find(([pattern]) => pattern.test(step))?.[1];
    const came = await ask(step, request, proof);
    if (!other) return came;
    return 'answer' in other ? other : answered({ ...other, step, request });
  };
}

const run = async (id: string, ask: Ask, bound: Bound = addressBound()) =>
  (await row(id).run(bound, ask)).map(({ kind }) => kind);

/** 0 or 1, by chance, but the same for the same seed. */
function anyOfTwo(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 31;
  };
}

describe('what tells two addresses apart', () => {
  test('is written without case, accents and signs', () => {
    expect(normalised('Hauptstraße 1-b')).toBe('hauptstraße1b');
    expect(normalised('ÉCOLE')).toBe('ecole');
    expect(normalised(80331)).toBe('80331');
  });

  test('are texts and numbers of three characters or more that neither holds of the other', () => {
    expect(marksOf({ city: 'Ulm', line: 'ab', code: 123 }, { city: 'Bonn', line: 'cd', code: 456 })).toEqual({
      first: ['ulm', '123'],
      second: ['bonn', '456'],
    });
    expect(marksOf({ a: 'Main Road', b: 'Ulm' }, { a: 'Main Road 7', b: 'Ulm' })).toEqual({ first: [], second: [] });
    expect(marksOf({ a: 'abcd' }, { a: 'bc' })).toEqual({ first: ['abcd'], second: [] });
    expect(marksOf({ a: true, b: null, c: { d: 'deep' } }, { a: false })).toEqual({ first: [], second: [] });
  });

  test('is looked for in all texts of what is stored', () => {
    const inside = (value: Json) => storedIn(answered(), value);
    expect(inside({ a: 'B C', d: [1, { e: 'f' }], g: null, h: true }).texts).toEqual(['bc', '1', 'f']);
    expect([...inside({ Post_Code: 1, a: { city: 'Ulm' }, b: null, list: ['x'] }).named]).toEqual([
      ['postcode', '1'],
      ['city', 'ulm'],
      ['0', 'x'],
    ]);
    expect(inside({ a: { city: 'Ulm' }, b: { city: 'Bonn' }, c: { city: 'Köln' } }).named.size).toBe(0);
    const beside = inside({ previous: { city: 'Ulm' }, current: { city: 'Bonn' } });
    expect([...beside.named]).toEqual([['city', 'bonn']]);
    const above = inside({ city: 'Bonn', contact: { city: 'Ulm' } });
    expect([...above.named]).toEqual([['city', 'bonn']]);
    const nested = inside({ former: { city: 'Ulm', 'a/b': { zip: 7 } }, city: 'Bonn' });
    expect([...nested.named]).toEqual([
      ['city', 'bonn'],
      ['zip', '7'],
    ]);
    expect([...nested.places]).toEqual([
      ['city', ''],
      ['zip', '/former/a~1b'],
    ]);
    expect(inside('text')).toMatchObject({ texts: ['text'], named: new Map() });
  });
});

describe('a read-back', () => {
  const read = (given: Given | Exchange, bound = addressBound()) =>
    readBack(
      bound,
      asking(() => given),
      'read',
    );

  test('is not possible without a declared one', async () => {
    const { addressReadBack: _none, ...profile } = addressBound().profile;
    expect(await read({ body: {} }, { ...addressBound(), profile })).toMatch(/declares no read-back/);
  });

  test.each<[string, Given | Exchange]>([
    ['silence', silence('closed')],
    ['a refusal', apiError(403)],
    ['a failure', { status: 500, body: { address: {} } }],
    ['no JSON', { body: 'text' }],
    ['nothing at the place', { body: { data: {} } }],
    ['a 404 without ApiError', { status: 404, body: { address: {} } }],
    ['an answer from a cache', withHeaders({ Age: '5' }, { body: { address: {} } })],
  ])('tells nothing by %s', async (_what, given) => {
    expect(typeof (await read(given))).toBe('string');
  });

  test.each<[string, Given | Exchange]>([
    ['204', { status: 204 }],
    ['404 with ApiError', apiError(404)],
    ['null', { body: { address: null } }],
  ])('tells by %s that nothing is stored', async (_what, given) => {
    expect(await read(given)).toMatchObject({ texts: [] });
  });

  const nothing: readonly [string, Given][] = [
    ['left out', { body: {} }],
    ['an empty list', { body: { addresses: [] } }],
    ['no body', { body: '' }],
  ];

  test.each(nothing)(
    'of the second user, %s is no address where the first one has theirs there',
    async (_what, given) => {
      const second = (others: Given) =>
        readBack(
          addressBound(),
          asking((step) => (step === 'read' ? given : others)),
          'read',
          'second',
        );
      expect(await second({ body: { address: { a: 'b' } } })).toMatchObject({ texts: [] });
      expect(await second(given)).toMatch(/nothing at "\/address"/);
      expect(await second(apiError(403))).toMatch(/nothing at "\/address"/);
      expect(await read(given)).toMatch(/nothing at "\/address"/);
    },
  );

  test.each<[string, Given | Exchange]>([
    ['a refusal', apiError(403)],
    ['a failure', { status: 500, body: {} }],
    ['no JSON', { body: 'text' }],
  ])('of the second user, %s does not tell that nothing is stored', async (_what, given) => {
    const ask = asking((step) => (step === 'read' ? given : { body: { address: { a: 'b' } } }));
    expect(await readBack(addressBound(), ask, 'read', 'second')).toMatch(/^the read-back: /);
  });

  test('of the first user, what is nothing is not told from another answer', async () => {
    const ask = asking((step) => ({ body: step === 'read' ? {} : { address: { a: 'b' } } }));
    expect(await readBack(addressBound(), ask, 'read')).toMatch(/nothing at "\/address"/);
  });

  test('a cache that answers in place of what is stored is asked again until it has asked', async () => {
    const ages = ['1', '2', '0'];
    const ask = asking((_step, _path, nth) =>
      withHeaders({ Age: ages[nth] ?? '' }, { body: { address: { a: `b${nth}` } } }),
    );
    expect(await readBack(addressBound(), ask, 'read')).toMatchObject({ texts: ['b2'] });
  });

  test('an answer that is no older than now is none from a cache', async () => {
    expect(await read(withHeaders({ Age: '0' }, { body: { address: { a: 'b' } } }))).toMatchObject({ texts: ['b'] });
  });
});

test.each<[string, Given | Exchange]>([
  ['accepted', { status: 204 }],
  ['refused', apiError(400)],
  ['unclear', { status: 302 }],
  ['unclear', { status: 429 }],
  ['unclear', { status: 503 }],
  ['unclear', { status: 500 }],
  ['unclear', silence('timeout')],
])('an update is %s', (taken, given) => {
  expect(takenBy('answer' in given ? given : answered(given))).toBe(taken);
});

test('an operator is told to give addresses where none that were given are accepted', async () => {
  const given = { city: 'Ulm' };
  const why = (bound: Bound, status: number) =>
    settle(
      bound,
      asking(() => (status < 300 ? { status } : apiError(status))),
      'update',
      given,
    );
  expect(await why(addressBound(), 204)).toBeUndefined();
  expect(await why(addressBound(), 400)).toMatch(/profile\.addresses/);
  expect(await why(addressBound({ addresses: [{ city: 'Bonn' }, {}] as never }), 400)).toMatch(/profile\.addresses/);
  expect(await why(addressBound({ addresses: [given, {}] as never }), 400)).not.toMatch(/profile\.addresses/);
});

test('postal codes are made of the one that was given', () => {
  const codes = (postalCode?: unknown) => {
    const bound = postalCode === undefined ? addressBound() : addressBound({ addresses: [{ postalCode }] as never });
    return postalCodes(bound, firstAddress(bound)).map(({ type, address: { postalCode: code }, given }) => [
      type,
      code,
      given,
    ]);
  };
  const [[, builtIn] = []] = codes();
  expect(codes()).toEqual([
    ['number', builtIn, true],
    ['string', String(builtIn), true],
  ]);
  expect(codes('10115')).toEqual([
    ['number', 10115, false],
    ['string', '10115', true],
  ]);
  expect(codes(10115)).toEqual([
    ['number', 10115, true],
    ['string', '10115', false],
  ]);
  for (const odd of ['01067', 'SW1A']) {
    expect(codes(odd)).toEqual([
      ['number', builtIn, false],
      ['string', odd, true],
    ]);
  }
  expect(codes({})).toEqual([
    ['number', builtIn, false],
    ['string', String(builtIn), false],
  ]);
});

describe('address/isolation', () => {
  /** A server that stores for the second user, too, whatever is sent for the first. */
  const storingForSecond = (other: (sent: Record<string, unknown>) => Record<string, unknown>): Behaviour => ({
    store: (sent, _former, stored) => {
      stored.set('{{user:second}}', other(sent));
      return sent;
    },
  });

  test.each<[string, RegExp, Given | Exchange]>([
    ['the second user’s address before', /other-before/, apiError(403)],
    ['the second user’s address after', /other-after/, silence('closed')],
    ['the first user’s address', /own/, { status: 500 }],
    ['an update', /update/, apiError(409)],
  ])('is open where %s does not come', async (_what, steps, given) => {
    expect(await run('isolation', butFor([[steps, given]]))).toEqual(['unanswered', 'unanswered']);
  });

  test('is a finding where it shows twice', async () => {
    expect(await run('isolation', serving(storingForSecond((sent) => sent)).ask)).toEqual(['violated']);
    let updates = 0;
    const once: Behaviour = {
      store: (sent, _former, stored) => {
        if (++updates === 1) stored.set('{{user:second}}', sent);
        return sent;
      },
    };
    const { ask, steps } = serving(once);
    expect(await run('isolation', ask)).toEqual(['unanswered']);
    expect(steps.some((step) => step.startsWith('4-'))).toBe(true);
  });

  test('is asked for twice and abroad where nothing shows', async () => {
    const { ask, steps, stored } = serving();
    expect(await run('isolation', ask)).toEqual(['held', 'held']);
    expect(steps.filter((step) => step.endsWith('-update'))).toEqual([
      '1-second-update',
      '2-first-update',
      '3-abroad-update',
      '4-home-update',
      '5-text-update',
      '6-text-back-update',
    ]);
    expect(stored.get('{{user:first}}')).toEqual({ ...sampleAddress, postalCode: String(sampleAddress.postalCode) });
    const atHome = addressBound({ addresses: [sampleAddress, addressAbroad] as never });
    expect(await run('isolation', serving().ask, atHome)).toEqual(['held', 'held']);
    const refusing: Behaviour = {
      check: (sent) => ((sent as { countryCode: string }).countryCode === 'AT' ? apiError(422) : undefined),
    };
    expect(await run('isolation', serving(refusing).ask)).toEqual(['held', 'held']);
  });

  test('is a finding where what shows so is a postal code in text, whatever stood there before', async () => {
    const inText = ({ postalCode }: { postalCode?: unknown }) => typeof postalCode === 'string';
    const behaviour: Behaviour = {
      store: (sent, _former, stored) => {
        if (inText(sent)) stored.set('{{user:second}}', sent);
        return sent;
      },
    };
    const { ask, stored, steps } = serving(behaviour);
    stored.set('{{user:second}}', { ...otherAddress, postalCode: String(otherAddress.postalCode) });
    expect(await run('isolation', ask)).toEqual(['violated']);
    expect(steps).toContain('7-text-update');
    const text = (address: { postalCode: number }) => ({ ...address, postalCode: String(address.postalCode) });
    const given = addressBound({ addresses: [text(sampleAddress), text(otherAddress)] as never });
    const asText = serving();
    expect(await run('isolation', asText.ask, given)).toEqual(['held', 'held']);
    expect(asText.steps.some((step) => step.startsWith('5-'))).toBe(false);
  });

  test('is a finding where what is written for one lies over the other, which nothing shows before the country changes', async () => {
    const behaviour = storingForSecond(({ countryCode }) => ({ line1: `${countryCode} where 1`, city: 'Bremen' }));
    const { ask, stored } = serving(behaviour);
    stored.set('{{user:second}}', { line1: 'DE where 1', city: 'Bremen' });
    expect(await run('isolation', ask)).toEqual(['violated']);
  });

  test('is open where a part of the other address went', async () => {
    const taking = storingForSecond(() => ({ line1: 'Elsewhere 1' }));
    expect(await run('isolation', serving(taking).ask)).toEqual(['unanswered', 'held']);
    const renaming = storingForSecond(() => ({ line1: 'Elsewhere 2', city: 'Bremen' }));
    expect(await run('isolation', serving(renaming).ask)).toEqual(['held']);
  });

  test('replicas that show the other address in ways of their own, chosen by chance, leave nothing open', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const replicaOf = anyOfTwo(seed);
      const show = (address: Readonly<Record<string, unknown>> | undefined): Given => {
        const { line1, line2, ...rest } = address ?? {};
        return {
          body: { address: replicaOf() === 0 ? { line1, ...rest } : { ...address, town: 'Berlin', servedBy: 'b' } },
        };
      };
      expect(await run('isolation', serving({ show }).ask)).toEqual(['held', 'held']);
    }
  });

  test('addresses that do not differ tell nothing', async () => {
    const same = addressBound({ addresses: [{ city: 'Ulm' }, { city: 'Ulm' }] as never });
    expect(await run('isolation', serving().ask, same)).toEqual(['unanswered', 'unanswered']);
  });
});

describe('address/overwrites', () => {
  test.each<[string, RegExp, Given | Exchange]>([
    ['the first update is refused', /pair-1-first$/, apiError(409)],
    ['the second update is refused', /pair-1-second$/, apiError(409)],
    ['the second update is not answered', /pair-1-second$/, silence('closed')],
    ['the first read-back does not come', /pair-1-first-read/, apiError(403)],
    ['the second read-back does not come', /pair-1-second-read/, silence('closed')],
  ])('is open where %s', async (_what, step, given) => {
    expect(await run('overwrites', butFor([[step, given]]))).toEqual(['unanswered']);
  });

  test('of an address without line2, what cannot be read tells nothing', async () => {
    expect(await run('overwrites', serving().ask)).toEqual(['held', 'observed']);
    expect(await run('overwrites', butFor([[/without-line2$/, apiError(400)]]))).toEqual(['held', 'observed']);
    expect(await run('overwrites', butFor([[/without-line2$/, silence('closed')]]))).toEqual(['held']);
    expect(await run('overwrites', butFor([[/without-line2-read/, apiError(403)]]))).toEqual(['held']);
  });
});

describe('updates that have to be refused', () => {
  const refused = async (ask: Ask, bound = addressBound(), count = 1) => {
    const request = { ...bound.wellFormed('address'), body: '{' };
    const updates = Array.from({ length: count }, (_, nth) => ({ label: `the update ${nth}`, request }));
    return (await judgeRefusedUpdates(bound, ask, updates, 'it changed')).map(({ kind }) => kind);
  };

  test('held where nothing changed', async () => {
    expect(await refused(serving().ask, addressBound(), 2)).toEqual(['held', 'held']);
  });

  test.each<[string, RegExp, Given | Exchange]>([
    ['the address cannot be stored first', /^settled$/, apiError(409)],
    ['it cannot be read', /^settled-read/, apiError(403)],
    ['it is not what was stored', /^settled-read/, { body: { address: { city: 'x' } } }],
    ['the update is not answered', /^refused-0$/, silence('closed')],
    ['the update meets a failure', /^refused-0$/, { status: 500 }],
    ['it cannot be read afterwards', /^refused-0-read/, apiError(403)],
  ])('open where %s', async (_what, step, given) => {
    expect(await refused(butFor([[step, given]]))).toEqual(['unanswered']);
  });

  test('what was not sent is no case, and without cases nothing is known', async () => {
    const withheld: Exchange = { ...silence('closed'), answer: { lost: 'withheld', detail: '' } };
    expect(await refused(butFor([[/^refused-0$/, withheld]]), addressBound(), 2)).toEqual(['held']);
    expect(await refused(butFor([[/^refused-/, withheld]]), addressBound(), 2)).toEqual(['unanswered']);
  });

  test('one that is accepted is for another row, and the address is stored anew', async () => {
    const ask = butFor([[/^refused-0$/, { status: 204 }]]);
    expect(await refused(ask, addressBound(), 2)).toEqual(['held']);
    const stuck = butFor([
      [/^refused-0$/, { status: 204 }],
      [/^settled-after/, apiError(409)],
    ]);
    expect(await refused(stuck, addressBound(), 2)).toEqual(['unanswered']);
  });

  const changed: Given = { body: { address: { city: 'elsewhere' } } };
  test('a change is a finding where it shows again', async () => {
    expect(await refused(butFor([[/(refused|again-0)-0-read/, changed]]))).toEqual(['violated']);
    expect(await refused(butFor([[/^refused-0-read/, changed]]))).toEqual(['unanswered']);
    const both = { body: { address: { first: sampleAddress, second: otherAddress } } };
    expect(await refused(butFor([[/(refused|again-0)-0-read/, both]]))).toEqual(['violated']);
    for (const [step, given] of [
      [/^again-0-0-settled/, apiError(409)],
      [/^again-0-0$/, { status: 204 }],
      [/^again-0-0$/, silence('closed')],
    ] as const) {
      expect(
        await refused(
          butFor([
            [/^refused-0-read/, changed],
            [step, given],
          ]),
        ),
      ).toEqual(['unanswered']);
    }
  });

  test.each<[string, readonly string[], readonly RegExp[]]>([
    ['the one before stored it a moment later', ['violated'], [/^refused-1-read/, /^again-1-0-read/]],
    ['neither it nor the one before', ['held', 'unanswered'], [/^refused-1-read/]],
    ['the last one stored it a moment later', ['violated'], [/^afterwards/, /^again-afterwards-1-read/]],
    ['the first one stored it a moment later', ['violated'], [/^afterwards/, /^again-afterwards-0-read/]],
    ['it is gone again', ['held', 'held'], [/^afterwards$/]],
    ['it does not show again', ['held', 'held', 'unanswered'], [/^afterwards/]],
    ['it comes without the update as well', ['unanswered', 'held'], [/^refused-0-read/, /^again-0-0-(steady|read)/]],
  ])('a change that is seen late: %s', async (_what, kinds, steps) => {
    const asked = butFor(steps.map((step) => [step, changed]));
    expect(await refused(asked, addressBound(), 2)).toEqual(kinds);
  });

  describe('of which something is seen for a moment', () => {
    /** The server shows what was refused in the first reading after it, of those updates, and then no more. */
    const fleeting = (isShown: (update: number) => boolean): Behaviour => {
      let refusals = 0;
      let seen: Record<string, unknown> | undefined;
      return {
        check: (sent) => {
          const refusal = wellTyped(sent);
          seen = refusal && isShown(refusals++) ? (sent as Record<string, unknown>) : undefined;
          return refusal;
        },
        show: (stored) => {
          const shown = seen ?? stored;
          seen = undefined;
          return { body: { address: shown ?? null } };
        },
      };
    };
    const judged = async (isShown: (update: number) => boolean) => {
      const { ask, steps } = serving(fleeting(isShown));
      const kinds = await run('refused-unchanged', ask);
      return { kinds: new Set(kinds), steps: steps.filter((step) => step.startsWith('fleeting')) };
    };

    test('is a finding where it shows twice', async () => {
      const { kinds, steps } = await judged(() => true);
      expect([...kinds]).toEqual(['violated']);
      expect(steps.slice(0, 4)).toEqual(['fleeting-0-0', 'fleeting-0-0-read', 'fleeting-0-1', 'fleeting-0-1-read']);
    });

    test('is none where it shows once', async () => {
      const { kinds } = await judged((update) => update === 4);
      expect([...kinds]).toEqual(['held']);
    });

    test('is looked for once with each of two updates where nothing is seen', async () => {
      const { kinds, steps } = await judged(() => false);
      expect([...kinds]).toEqual(['held']);
      expect(steps).toEqual(['fleeting-0-0', 'fleeting-0-0-read', 'fleeting-1-0', 'fleeting-1-0-read']);
    });

    test('is nothing where a replica that lags shows the former address', async () => {
      let former: Record<string, unknown> | undefined;
      let reads = 0;
      const { ask } = serving({
        store: (sent, before) => {
          former = before;
          return sent;
        },
        show: (stored) => ({ body: { address: (reads++ % 2 === 0 ? stored : former) ?? null } }),
      });
      expect(await run('refused-unchanged', ask)).not.toContain('violated');
    });
  });

  const rewritten: Given = { body: { address: { ...sampleAddress, line1: 'U. d. Linden 77' } } };
  const other: Given = { body: { address: otherAddress } };
  test.each<[string, readonly string[], readonly (readonly [RegExp, Given])[]]>([
    [
      'is seen at the end',
      ['held', 'held', 'held'],
      [[/^(afterwards|again-afterwards.*(steady|[01]-read))/, rewritten]],
    ],
    ['is seen between', ['held', 'held'], [[/^(refused-[01]-read|again-0-.*(steady|0-read)|afterwards)/, rewritten]]],
    ['is seen but once', ['unanswered', 'held'], [[/^(refused-0-read|again-0-0-(steady|read))/, rewritten]]],
    [
      'hides nothing of what is refused',
      ['violated'],
      [
        [/^(refused-0-read|again-0-0-read)/, other],
        [/steady/, rewritten],
      ],
    ],
    ['is the second one again', ['unanswered', 'held'], [[/^(refused-0-read|again.*(steady|read))/, other]]],
    [
      'cannot be read',
      ['unanswered', 'held'],
      [
        [/^refused-0-read/, rewritten],
        [/steady/, apiError(403)],
      ],
    ],
  ])('an address that is put into another form a while after it was accepted %s', async (_what, kinds, answers) => {
    expect(await refused(butFor(answers), addressBound(), 2)).toEqual(kinds);
  });

  test('replicas that show the address in ways of their own, chosen by chance, are held', async () => {
    for (let seed = 1; seed <= 500; seed++) {
      const replicaOf = anyOfTwo(seed);
      const show = (address: Readonly<Record<string, unknown>> | undefined): Given => {
        const { line2: _line2, ...rest } = address ?? {};
        return { body: { address: replicaOf() === 0 ? rest : address } };
      };
      expect(await run('refused-unchanged', serving({ show }).ask)).not.toContain('violated');
    }
  });

  test('two addresses have to tell apart what is stored, either way', async () => {
    for (const addresses of [
      [{ a: 'abcd' }, { a: 'bc' }],
      [{ a: 'bc' }, { a: 'abcd' }],
    ]) {
      expect(await refused(serving().ask, addressBound({ addresses: addresses as never }))).toEqual(['unanswered']);
    }
  });
});

test('the read-back is asked of the endpoint that the profile names', async () => {
  const { ask, steps } = serving();
  await readBack(addressBound(), ask, 'read');
  expect(steps).toEqual(['read']);
  expect(addressBound().profile.addressReadBack?.endpoint).toBe(readBackId);
});
