import { type Kind, kinds } from './data.ts';
import type { Service } from './mesh.ts';
import type { World } from './world.ts';

export interface Address {
  readonly line1: string;
  readonly line2?: unknown;
  readonly city: unknown;
  readonly postalCode: string | number;
  readonly countryCode: string;
}
interface Changed {
  readonly stream: string;
  readonly version: number;
  readonly address: Address;
}
interface Notification {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
}
interface Group {
  readonly category: string;
  readonly notifications: (Notification | null)[];
}

/** Addresses are the fold of their events, taken up from the last snapshot. */
export function createPreferences(world: World): Service {
  const events: Changed[] = [];
  const snapshots = new Map<string, { version: number; address: Address }>();
  const late = new Map<string, Address>();
  const streamOf = (user: string) =>
    world.on('partition-is-the-stream') ? `partition-${Number.parseInt(user.slice(-2), 16) % 8}` : user;

  const fold = (state: Address | undefined, event: Changed): Address => {
    const isKept = world.on('oneof-keeps-the-number') && typeof state?.postalCode === 'number';
    return isKept ? { ...event.address, postalCode: state.postalCode } : event.address;
  };
  const project = (stream: string) => {
    const snapshot = snapshots.get(stream);
    const newer = events.filter((event) => event.stream === stream && event.version > (snapshot?.version ?? 0));
    return newer.reduce<Address | undefined>(fold, snapshot?.address);
  };
  const append = (stream: string, address: Address) => {
    const version = events.filter((event) => event.stream === stream).length + 1;
    events.push({ stream, version, address });
    const current = project(stream);
    if (version % 8 === 0 && current) snapshots.set(stream, { version, address: current });
  };

  for (const [place, user] of world.knobs.users.entries()) {
    append(streamOf(user), {
      line1: `${place + 1} Harbour Street`,
      line2: 'Upper floor',
      city: place === 1 ? 'Bremen' : 'Leeds',
      postalCode: place === 1 ? '28195' : 'LS1 4DY',
      countryCode: place === 1 ? 'DE' : 'GB',
    });
  }

  return {
    address: (_: unknown, envelope) => project(streamOf(envelope.context.user)) ?? null,
    change: (address: Address, envelope) => {
      const stream = streamOf(envelope.context.user);
      append(stream, address);
      if (!world.on('hedged-write-lands-behind-the-next')) return null;
      const copy = late.get(stream);
      if (copy) append(stream, copy);
      late.set(stream, address);
      return null;
    },
    settings: (_: unknown, envelope) => {
      const isSecond = envelope.context.user === world.knobs.users[1];
      const isSnapshot = world.on('retired-kind-lives-on-in-the-snapshot') && world.every('snapshot', 5);
      const channel = (name: 'app' | 'email') => groupsOf(world, name, envelope.context.language, isSecond, isSnapshot);
      return { app: channel('app'), email: channel('email') };
    },
  };
}

function groupsOf(world: World, channel: string, language: string, isSecond: boolean, isSnapshot: boolean): Group[] {
  const text = (names: readonly [string, string]) => names[language === 'de' ? 1 : 0];
  const notification = (kind: Kind): Notification => ({
    id: kind.id === 'email_promotional' && world.on('field-number-is-used-again') ? 'app_promotional' : kind.id,
    name: text(kind.name),
    description: language === 'de' ? `Nachricht: ${kind.name[1]}` : `Message: ${kind.name[0]}`,
    active: isSecond ? channel === 'app' : kind.id.length % 2 === 0,
  });
  const categoryOf = (kind: Kind) =>
    kind.id === 'app_quick_take' && world.on('upcaster-knows-no-quick-take')
      ? text(['Offers', 'Angebote'])
      : text(kind.category);
  const groups = new Map<string, (Notification | null)[]>();
  for (const kind of kinds.filter((one) => one.channel === channel)) {
    const name = categoryOf(kind);
    groups.set(name, [...(groups.get(name) ?? []), notification(kind)]);
  }
  const insights = groups.get(text(['Market insights', 'Markteinblicke']));
  if (isSnapshot)
    insights?.push({ id: 'app_price_alert', name: 'Price alerts', description: 'Retired', active: false });
  if (isSecond && world.on('tombstone-stays-in-the-group')) insights?.push(null);
  return [...groups].map(([category, notifications]) => ({ category, notifications }));
}
