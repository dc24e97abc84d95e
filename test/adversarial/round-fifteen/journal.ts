import type { Reader } from './settings.ts';

export type Address = Readonly<Record<string, unknown>>;

export interface UserState {
  readonly id: string;
  readonly reader: Reader;
  readonly wealth: number;
  readonly denied: boolean;
  readonly address: Address;
}

type Event =
  | { readonly type: 'created'; readonly user: UserState }
  | { readonly type: 'address-changed'; readonly address: Address };

interface Stream {
  readonly events: Event[];
  snapshot: { readonly at: number; readonly state: UserState } | undefined;
}

export interface Journal {
  readonly append: (id: string, event: Event) => void;
  readonly recover: (id: string) => Promise<UserState | undefined>;
  readonly ids: () => readonly string[];
}

const applied = (state: UserState | undefined, event: Event): UserState | undefined =>
  event.type === 'created' ? event.user : state && { ...state, address: event.address };

const SNAPSHOT_EVERY = 3;

export function openJournal(): Journal {
  const streams = new Map<string, Stream>();
  const replay = (stream: Stream): UserState | undefined =>
    stream.events.slice(stream.snapshot?.at ?? 0).reduce(applied, stream.snapshot?.state);
  return {
    append(id, event) {
      const stream = streams.get(id) ?? { events: [], snapshot: undefined };
      streams.set(id, stream);
      stream.events.push(event);
      const state = stream.events.length % SNAPSHOT_EVERY === 0 ? replay(stream) : undefined;
      if (state) stream.snapshot = { at: stream.events.length, state };
    },
    recover: async (id) => {
      const stream = streams.get(id);
      return stream && replay(stream);
    },
    ids: () => [...streams.keys()],
  };
}
