/** Events, commands, and the two pure functions that everything else stands on: decide and evolve. */
export type On = (toggle: string) => boolean;
export type Language = 'fi' | 'th';

export interface Asset {
  readonly assetId: string;
  readonly value: number;
  readonly weight: number;
  readonly change: number;
}

export interface Snapshot {
  readonly at: number;
  readonly cash: number;
  readonly savings: number;
  readonly holdings: number;
  readonly assets: readonly Asset[];
}

export type Address = Readonly<Record<string, unknown>>;

export interface Order {
  readonly isin: string;
  readonly side: string;
  readonly amount: number;
}

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied: boolean;
  readonly emailUsed: boolean;
  readonly address: Address;
  readonly orders: readonly Order[];
  readonly snapshots: readonly Snapshot[];
}

export type Event =
  | { readonly type: 'UserCreated'; readonly user: User }
  | { readonly type: 'SnapshotTaken'; readonly user: string; readonly snapshot: Snapshot }
  | { readonly type: 'AddressChanged'; readonly user: string; readonly address: Address }
  | { readonly type: 'AddressFieldChanged'; readonly user: string; readonly field: string; readonly value: unknown }
  | { readonly type: 'OrderPlaced'; readonly user: string; readonly order: Order };

export interface State {
  readonly users: ReadonlyMap<string, User>;
}

export interface Command {
  readonly type: 'ChangeAddress' | 'PlaceOrder';
  readonly user: string;
  readonly body: unknown;
}

export interface Decision {
  readonly events: readonly Event[];
  readonly refusal?: string;
}

type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const addressChecks: Readonly<Record<string, (value: unknown, on: On) => boolean>> = {
  line1: isText,
  line2: (value, on) => value === undefined || typeof value === 'string' || on('second-line-unchecked'),
  city: isText,
  postalCode: (value) => isText(value) || Number.isFinite(value),
  countryCode: (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
};

function decideAddress(state: State, { user, body }: Command, on: On): Decision {
  const address = isMembers(body) ? body['address'] : undefined;
  if (!isMembers(address)) return { events: [], refusal: 'The body has no address.' };
  const known = Object.keys(addressChecks);
  if (
    on('strict-body') &&
    [...Object.keys(address), ...Object.keys(body as Members)].some((k) => !isExpected(k, known))
  )
    return { events: [], refusal: 'The body has a member that is not known.' };
  const stored: Event[] = [];
  for (const [field, check] of Object.entries(addressChecks)) {
    if (!check(address[field], on)) {
      return {
        events: on('fields-stored-before-validation') ? stored : [],
        refusal: `The address has no valid ${field}.`,
      };
    }
    stored.push({ type: 'AddressFieldChanged', user, field, value: address[field] });
  }
  const next = Object.fromEntries(known.filter((k) => address[k] !== undefined).map((k) => [k, address[k]]));
  if (on('unchanged-address-refused') && JSON.stringify(state.users.get(user)?.address) === JSON.stringify(next))
    return { events: [], refusal: 'The command changes nothing.' };
  return { events: [{ type: 'AddressChanged', user, address: next }] };
}

const isExpected = (name: string, known: readonly string[]) => name === 'address' || known.includes(name);

const isinPattern = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

function decideOrder({ user, body }: Command, on: On): Decision {
  if (!isMembers(body)) return { events: [], refusal: 'The body is no order.' };
  const { isin, side, amount } = body;
  const isinIsText = typeof isin === 'string' || on('isin-array-passes-regex');
  if (!isinIsText || !isinPattern.test(isin as string)) return { events: [], refusal: 'The isin is not valid.' };
  if (side !== 'buy' && side !== 'sell') return { events: [], refusal: 'The side is not known.' };
  if (typeof amount !== 'number' || !(amount > 0)) return { events: [], refusal: 'The amount is not positive.' };
  return { events: [{ type: 'OrderPlaced', user, order: { isin: String(isin), side, amount } }] };
}

/** Answers a command with the events that it causes, or with the reason why it causes none. */
export const decide = (state: State, command: Command, on: On): Decision =>
  command.type === 'ChangeAddress' ? decideAddress(state, command, on) : decideOrder(command, on);

const change = (state: State, matches: (id: string) => boolean, update: (user: User) => User): State => ({
  users: new Map([...state.users].map(([id, user]) => [id, matches(id) ? update(user) : user])),
});

/** Folds one event into the state. */
export function evolve(state: State, event: Event, on: On): State {
  if (event.type === 'UserCreated') return { users: new Map(state.users).set(event.user.id, event.user) };
  const only = (id: string) => id === event.user;
  switch (event.type) {
    case 'SnapshotTaken':
      return change(state, only, (user) => ({ ...user, snapshots: [...user.snapshots, event.snapshot] }));
    case 'AddressChanged': {
      const sameSecond = (id: string) => id.slice(0, 8) === event.user.slice(0, 8);
      const matches = on('address-of-same-second') ? sameSecond : only;
      return change(state, matches, (user) => ({ ...user, address: event.address }));
    }
    case 'AddressFieldChanged':
      return change(state, only, (user) => ({ ...user, address: { ...user.address, [event.field]: event.value } }));
    case 'OrderPlaced':
      return change(state, only, (user) => ({ ...user, orders: [...user.orders, event.order] }));
  }
}

export interface Store {
  state(): State;
  append(events: readonly Event[]): void;
}

/** Opens an empty log whose read model follows every event. */
export function openStore(on: On): Store {
  const log: Event[] = [];
  let state: State = { users: new Map() };
  return {
    state: () => state,
    append(events) {
      log.push(...events);
      state = events.reduce((before, event) => evolve(before, event, on), state);
    },
  };
}
