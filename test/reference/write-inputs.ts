import type { RunningReference } from '../../fixtures/reference/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';

interface Write {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const write = (method: string, path: string) => (name: string, body: unknown, headers?: Write['headers']) => ({
  name: `${path} ${name}`,
  method,
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...(headers ? { headers } : {}),
});
const update = write('PATCH', '/users/me/address');
const order = write('POST', '/api/m2m/investments/orders');
const saving = write('POST', '/savings-orders');
const deposit = write('POST', '/test/deposits');
const creation = write('POST', '/users');

const newUser = {
  personalInformation: { firstName: 'A', lastName: 'B', email: 'a@example.com', dateOfBirth: '1984-02-29' },
  nationalities: ['MT'],
  taxResidencies: [
    { countryCode: 'MT', taxId: '1' },
    { countryCode: 'DE', taxId: '2' },
  ],
  employment: { status: 'retired' },
  language: 'en',
};
const savingsOrder = { product: 'easy-access', type: 'top-up', amount: 25.5 };
const money = { amount: 250, currency: 'EUR' };

function syntax(sample: object): Readonly<Record<string, string>> {
  const text = JSON.stringify(sample);
  return {
    comment: `/* a */${text}`,
    comma: text.replace(/\}$/, ',}'),
    twice: text + text,
    apostrophes: text.replaceAll('"', "'"),
  };
}

function withMembers(sample: object, changes: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  return Object.entries(changes).map(([name, value]) => {
    const [member = ''] = name.split(' ');
    return [name, { ...sample, [member]: value }] as const;
  });
}

/** Reads the address of both users back, and forgets neither who asks nor in which order. */
const readBack = ({ users }: RunningReference, name: string): Write[] =>
  [users.first, users.second].map((id, nth) => ({
    name: `read-back ${name} ${nth}`,
    method: 'GET',
    path: '/users/me/address',
    headers: { 'x-user-id': id },
  }));

/** What is right, with other texts or in another spelling. */
function writtenOtherwise(server: RunningReference): readonly Write[] {
  const marked = JSON.stringify({ address: { ...otherAddress, line2: "Tür 4 & O'Hara" } });
  const reversed = Object.fromEntries(Object.entries(sampleAddress).reverse());
  return [
    update('abroad', { address: addressAbroad }),
    ...readBack(server, 'after a move'),
    update('with signs and an escape', marked.replace('Stuttgart', '\\u0053tuttgart')),
    ...readBack(server, 'after signs'),
    update('in several lines', JSON.stringify({ address: sampleAddress }, null, 2)),
    update('in another order', { address: reversed }),
    order('in several lines', JSON.stringify(sampleOrder, null, 2)),
    ...['0.00', '-1e3', '"-25"'].map((amount) =>
      order(`of ${amount}`, JSON.stringify(sampleOrder).replace(/"amount":\d+/, `"amount":${amount}`)),
    ),
  ];
}

/** Requests that write, right and wrong in one way each, and what is stored after them. */
export function writes(server: RunningReference): readonly Write[] {
  const noType = { 'Content-Type': undefined };
  const addresses = withMembers(sampleAddress, {
    'postalCode as text': '10117',
    'postalCode as list': ['10117'],
    'line1 as list': ['a', 'b'],
    'city as object': {},
    'countryCode in lowercase': 'de',
    'countryCode of three': 'DEU',
    'countryCode of digits': '49',
  }).map(([name, address]) => update(name, { address }));
  return [
    ...readBack(server, 'at first'),
    update('first', { address: sampleAddress }),
    ...readBack(server, 'after one'),
    update('second', { address: otherAddress }),
    ...readBack(server, 'after two'),
    ...readBack(server, 'after two, once more').slice(0, 1),
    ...readBack(server, 'after two, and again'),
    update('refused', { address: { ...sampleAddress, countryCode: {} } }),
    ...readBack(server, 'after a refusal'),
    update('without a token', { address: sampleAddress }, { Authorization: undefined }),
    ...readBack(server, 'after no token'),
    update('with an expired token', { address: sampleAddress }, { Authorization: `Bearer ${server.expiredToken}` }),
    ...readBack(server, 'after an expired token'),
    update('with no user', { address: sampleAddress }, { 'x-user-id': server.users.first.toUpperCase() }),
    ...readBack(server, 'after no user'),
    ...addresses,
    update('of half a character', JSON.stringify({ address: sampleAddress }).replace('Floor 3', '\\ud800')),
    update('with an emoji', { address: { ...sampleAddress, line2: '\u{1f3e0}' } }),
    update('with a member that is not stated', { address: { ...sampleAddress, more: 1 } }),
    update('behind a byte order mark', `\uFEFF${JSON.stringify({ address: sampleAddress })}`),
    update('in a list', { address: [sampleAddress] }),
    update('null', { address: null }),
    update('bare', sampleAddress),
    update('without a type', { address: sampleAddress }, noType),
    order('without a type', sampleOrder, noType),
    ...Object.entries(syntax({ address: sampleAddress })).map(([name, text]) => update(name, text)),
    ...Object.entries(syntax(sampleOrder)).map(([name, text]) => order(name, text)),
    ...writtenOtherwise(server),
    order('in a list', [sampleOrder]),
    ...withMembers(sampleOrder, {
      'isin as object': {},
      'side as list': ['buy'],
      'amount with letters': '25x',
      'amount of eleven digits': 10_000_000_000,
      'amount as text': '25',
      'amount of zero': 0,
      'amount below zero': -1,
    }).map(([name, body]) => order(name, body)),
    saving('as declared', savingsOrder),
    saving('with a note that is a list', { ...savingsOrder, note: [] }),
    saving('with an amount as text', { ...savingsOrder, amount: '25.5' }),
    saving('empty', {}),
    deposit('as declared', money),
    deposit('too large', { ...money, amount: 1e9 }),
    deposit('with more', { ...money, more: 1 }),
    creation('as declared', newUser),
    creation('with a second residency that is none', { ...newUser, taxResidencies: [newUser.taxResidencies[0], {}] }),
    creation('without residencies', { ...newUser, taxResidencies: undefined }),
    creation('born on no day', {
      ...newUser,
      personalInformation: { ...newUser.personalInformation, dateOfBirth: '1983-02-29' },
    }),
    ...['/savings-vault', '/investment-products/US0378331005'].map((path) => ({ name: path, method: 'GET', path })),
    {
      name: '/savings-vault of the second user',
      method: 'GET',
      path: '/savings-vault',
      headers: { 'x-user-id': server.users.second },
    },
    {
      name: 'denied',
      method: 'GET',
      path: '/daily-summaries',
      headers: { 'x-user-id': server.users.denied },
    },
  ];
}
