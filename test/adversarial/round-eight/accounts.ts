import { isRecord, type On } from './answer.ts';
import { type Language, seedUsers, settings } from './seed.ts';
import type { Call, Result, Service } from './upstream.ts';

type Address = Record<string, unknown>;

const problem = (title: string): Result => ({ status: 422, body: { errors: [{ title }] } });
const scalars = ['line1', 'line2', 'city', 'postalCode', 'countryCode'];

/** Opens the service that keeps users, addresses and notification settings. */
export function openAccounts(on: On): Service {
  const users = seedUsers(on);
  const addresses = new Map<string, Address | null>(
    users.map(({ id }, n) => [
      id,
      { line1: `Fő utca ${n + 1}`, line2: 'A épület', city: 'Budapest', postalCode: 1011 + n, countryCode: 'HU' },
    ]),
  );

  function findProblem(address: unknown): Result | undefined {
    if (!isRecord(address)) return problem('The address has to be an object.');
    const wrong = scalars.find((name) => address[name] !== undefined && typeof address[name] !== 'string');
    if (wrong !== undefined && !(wrong === 'postalCode' && typeof address[wrong] === 'number'))
      return problem(`The member ${wrong} is of the wrong type.`);
    return undefined;
  }

  function splitPostalCode(before: Address | null | undefined, after: Address): Address {
    const columns = { text: before?.['postalText'], number: before?.['postalNumber'] };
    if (typeof after['postalCode'] === 'string') columns.text = after['postalCode'];
    else columns.number = after['postalCode'];
    const postalCode = columns.text ?? columns.number;
    return { ...after, postalCode, postalText: columns.text, postalNumber: columns.number };
  }

  function update({ user, body }: Call): Result {
    if (!isRecord(body)) return problem('The body has to be an object.');
    const { address } = body;
    if (on('true-confirms-address') && address === true) return { status: 200, body: { confirmed: true } };
    const wrong = findProblem(address);
    if (wrong || !isRecord(address)) return wrong ?? problem('The address has to be an object.');
    if (on('deleted-before-insert')) addresses.set(user, null);
    const { countryCode } = address;
    if (countryCode !== undefined && !(typeof countryCode === 'string' && /^[A-Z]{2}$/.test(countryCode)))
      return problem('The country code has to be two capital letters.');
    const before = addresses.get(user);
    addresses.set(user, on('postal-code-in-two-columns') ? splitPostalCode(before, address) : address);
    return { status: 200, body: { updated: true } };
  }

  function translate(text: { hu: string; ar: string }, language: Language): string {
    const chosen = on('only-categories-translated') ? text.hu : text[language];
    return on('texts-decomposed') ? chosen.normalize('NFD') : chosen;
  }

  function showChannel(channel: 'app' | 'email', { user, language }: Call) {
    const groups = settings[channel].map((group) => ({
      category: group[language],
      notifications: group.notifications.map((n, place) => {
        const active = (user.charCodeAt(5) + place) % 3 !== 0;
        return {
          id: n.id,
          name: translate(n, language),
          description: translate({ hu: `${n.hu} – értesítés`, ar: `إشعار: ${n.ar}` }, language),
          active: on('active-as-since-date') && active ? '2025-03-01' : active,
        };
      }),
    }));
    const further = { id: '🔔 new: 7/β? "x"', name: 'Új', description: 'Új', active: true };
    if (on('further-ids-of-odd-shapes')) groups.push({ category: 'Labs', notifications: [further] });
    if (on('group-of-nothing')) groups.push({ category: 'Labs', notifications: [] });
    if (!on('groups-cut-in-threes')) return groups;
    return groups.flatMap(({ category, notifications }) =>
      [notifications.slice(0, 3), notifications.slice(3)]
        .filter((part) => part.length > 0)
        .map((part) => ({ category, notifications: part })),
    );
  }

  function readAddress(user: string): Result {
    const stored = addresses.get(user);
    const { postalText, postalNumber, ...address } = stored ?? {};
    return { status: 200, body: { data: stored ? address : null } };
  }

  return (call) => {
    if (call.path === '/settings')
      return { status: 200, body: { app: showChannel('app', call), email: showChannel('email', call) } };
    if (call.path === '/address') return call.method === 'PATCH' ? update(call) : readAddress(call.user);
    const user = users.find(({ id }) => `/users/${id}` === call.path);
    if (user) return { status: 200, body: user };
    return { status: 404, body: { errors: [{ title: 'The user was not found.' }] } };
  };
}
