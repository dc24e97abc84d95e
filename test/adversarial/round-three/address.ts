import { isRecord } from './bodies.ts';
import { answer, type Call, type Reply } from './exchange.ts';
import type { Address, User } from './people.ts';
import type { World } from './world.ts';

export interface AddressBook {
  update(user: User, json: unknown): Reply;
  show(user: User): Reply;
  keepForLater(call: Call): void;
  catchUp(user: User): void;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

function findProblem(address: Address): string | undefined {
  const { line1, line2, city, postalCode, countryCode } = address;
  if (!isText(line1) || line1.trim() === '') return 'line1';
  if (line2 !== undefined && !isText(line2)) return 'line2';
  if (!isText(city) || city.trim() === '') return 'city';
  if (!(isText(postalCode) && postalCode !== '') && !(Number.isFinite(postalCode) && Number(postalCode) >= 0))
    return 'postalCode';
  if (!isText(countryCode) || !/^[A-Z]{2}$/.test(countryCode)) return 'countryCode';
  return undefined;
}

const tidy = ({ line1, line2 = '', city, postalCode, countryCode }: Address): Address => ({
  line1,
  line2,
  city,
  postalCode,
  countryCode,
});

export function makeAddressBook(world: World): AddressBook {
  const { on, refuse, addresses } = world;
  const loaded = new Map(addresses);
  const postalTypes = new Map<string, string>();
  const lockedUntil = new Map<string, number>();
  const waiting = new Map<string, unknown>();

  const store = (user: User, address: Address): void => {
    const before: Address = addresses.get(user.id) ?? {};
    if (!on('what-was-loaded-is-not-written')) {
      addresses.set(user.id, address);
      return;
    }
    const first: Readonly<Record<string, unknown>> = { ...loaded.get(user.id) };
    const changed = Object.entries(address).filter(([name, value]) => first[name] !== value);
    addresses.set(user.id, { ...before, ...Object.fromEntries(changed) });
  };

  const refuseUpdate = (user: User, problem: string): Reply => {
    if (on('refused-update-keeps-its-lock')) lockedUntil.set(user.id, Date.now() + 1500);
    return refuse(400, 'The address is not acceptable', `Look at ${problem}`);
  };

  const update = (user: User, json: unknown): Reply => {
    if ((lockedUntil.get(user.id) ?? 0) > Date.now()) return refuse(423, 'Another update is under way');
    const sent = isRecord(json) ? json['address'] : undefined;
    if (on('empty-list-updates-nothing') && Array.isArray(sent) && sent.length === 0) return answer({ message: 'OK' });
    if (!isRecord(sent)) return refuseUpdate(user, 'address');
    const problem = findProblem(sent);
    if (problem !== undefined) return refuseUpdate(user, problem);
    const address = tidy(sent);
    if (on('geocoder-stumbles-over-half-letters')) encodeURIComponent(`${address.city} ${address.line1}`);

    const type = postalTypes.get(user.id) ?? typeof address.postalCode;
    if (on('postal-code-keeps-its-first-type') && type !== typeof address.postalCode)
      return refuseUpdate(user, 'postalCode');
    postalTypes.set(user.id, type);
    if (on('unchanged-address-was-not-found') && JSON.stringify(addresses.get(user.id)) === JSON.stringify(address)) {
      return refuse(404, 'No address was updated');
    }
    store(user, address);
    return answer({ message: 'Adres zapisany', address });
  };

  return {
    update,
    show: (user) => answer({ address: addresses.get(user.id) ?? null }),
    keepForLater: (call) => {
      if (call.method !== 'PATCH') return;
      try {
        waiting.set(call.headers.get('x-user-id') ?? '', JSON.parse(call.body.toString('utf8')));
      } catch {}
    },
    catchUp: (user) => {
      const json = waiting.get(user.id);
      waiting.delete(user.id);
      if (json !== undefined) update(user, json);
    },
  };
}
