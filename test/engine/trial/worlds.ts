import {
  type Arrival,
  otherThan,
  type Random,
  type Shown,
  type User,
  type World,
} from './world.ts';

// Servers that the experiments must not accuse, and servers that they must find. A world is one
// noise or one defect. Each run draws its parameters.

const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));
const oneOf = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;

/** Returns a function that chooses a replica for each request, in turn or at random. */
function replicas(random: Random, isRandom: boolean): (nth: number) => number {
  const count = between(random, 2, 5);
  const shift = between(random, 0, count - 1);
  return isRandom ? () => between(random, 0, count - 1) : (nth) => (nth + shift) % count;
}

/** Each replica shows something else. Replicas are chosen in turn or at random, as drawn. */
function byReplica(
  isRandom: readonly boolean[],
  shows: (replica: number) => Partial<Shown>,
): World['start'] {
  return (random) => {
    const chosen = replicas(random, oneOf(random, isRandom));
    return ({ nth }) => shows(chosen(nth));
  };
}

/** Replica 0 shows an edit up to four seconds after the others. */
function lagging(isRandom: boolean): World['start'] {
  return (random) => {
    const chosen = replicas(random, isRandom);
    const editedAt = random() * 3_000;
    const lagMs = random() * 4_000;
    return ({ at, nth }) => ({ edition: Number(at > editedAt + (chosen(nth) === 0 ? lagMs : 0)) });
  };
}

/** A correct cache of whole responses by user and `keyOf`. The prices in the backend change. */
function caching(keyOf: (arrival: Arrival) => string, evicts: boolean): World['start'] {
  return (random) => {
    const cache = new Map<string, { readonly price: number; readonly until: number }>();
    const ttlMs = oneOf(random, [200, 1_000, 5_000, 60_000]);
    return (arrival) => {
      const key = `${arrival.user} ${keyOf(arrival)}`;
      if (evicts && random() < 0.1) cache.delete(key);
      const found = cache.get(key);
      if (found && found.until > arrival.at) return { price: found.price };
      const price = Math.floor(arrival.at / 700);
      cache.set(key, { price, until: arrival.at + ttlMs });
      return { price };
    };
  };
}

export const innocent: readonly World[] = [
  { title: 'nothing varies', start: () => () => ({}) },
  { title: 'replicas in turn, one of which lags', start: lagging(false) },
  { title: 'random replicas, one of which lags', start: lagging(true) },
  {
    title: 'data of both users drift',
    start: (random) => {
      const everyMs = between(random, 50, 2_000);
      return ({ at }) => ({ price: Math.floor(at / everyMs) });
    },
  },
  {
    title: 'one user makes a single edit',
    start: (random) => {
      const [who, editedAt] = [oneOf<User>(random, ['first', 'second']), random() * 2_000];
      return ({ at, user }) => ({ edition: Number(user === who && at > editedAt) });
    },
  },
  {
    title: 'another client toggles a setting of both users',
    start: (random) => {
      const [everyMs, sinceMs] = [between(random, 50, 1_500), random() * 3_000];
      return ({ at }) => ({ toggled: Math.floor((at + sinceMs) / everyMs) % 2 === 0 });
    },
  },
  { title: 'prices move at random', start: (random) => () => ({ price: between(random, 0, 3) }) },
  { title: 'a cache by URL', start: caching(({ url }) => url, false) },
  { title: 'a cache by URL that evicts', start: caching(({ url }) => url, true) },
  { title: 'a cache by user', start: caching(() => '', false) },
  { title: 'a cache by user that evicts', start: caching(() => '', true) },
  { title: 'a cache by connection', start: caching(({ connection }) => connection ?? '', false) },
  {
    title: 'load is shed',
    start: (random) => {
      const most = between(random, 1, 6);
      return ({ beside }) => (beside.length >= most && random() < 0.5 ? { refused: 503 } : {});
    },
  },
  {
    title: 'an A/B bucket by user',
    start: (random) => {
      const buckets = { first: between(random, 0, 1), second: between(random, 0, 1) };
      return ({ user }) => ({ node: `bucket-${buckets[user]}` });
    },
  },
  {
    title: 'an A/B bucket by chance',
    start: (random) => () => ({ node: `bucket-${between(random, 0, 1)}` }),
  },
  {
    title: 'the names of replicas in turn',
    start: byReplica([false], (replica) => ({ node: `node-${replica}` })),
  },
  {
    title: 'the name of the replica of a user, of another one under load',
    start: (random) => {
      const busy = between(random, 2, 5);
      return ({ user, beside }) => ({
        node: beside.length >= busy && random() < 0.7 ? otherThan(user) : user,
      });
    },
  },
];

const hashOf = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_009, 7);

function byHash(hash: (arrival: Arrival) => number): World['start'] {
  return (random) => {
    const count = between(random, 2, 5);
    return (arrival) => {
      const replica = hash(arrival) % count;
      return { order: replica, price: replica, node: `node-${replica}` };
    };
  };
}

/** Worlds without a defect, for requirements that allow any order. */
export const innocentOfOrders: readonly World[] = [
  { title: 'orders vary', start: (random) => () => ({ order: between(random, 0, 5) }) },
  {
    title: 'replicas by URL, each with an order and a price of its own',
    start: byHash(({ url }) => hashOf(url)),
  },
  {
    title: 'replicas by connection, each with an order and a price of its own',
    start: byHash(({ connection, nth }) => (connection === undefined ? nth : hashOf(connection))),
  },
  {
    title: 'a rate that is cached by the query, whatever its order, behind replicas in turn',
    start: (random) => {
      const [cache, chosen] = [new Map<string, number>(), replicas(random, false)];
      return ({ url, at, nth }) => {
        const key = `${url.split('?')[0]}?${url.split('?')[1]?.split('&').filter(Boolean).sort().join('&') ?? ''}`;
        if (!cache.has(key)) cache.set(key, Math.floor(at / 300));
        return { price: cache.get(key) ?? 0, node: `node-${chosen(nth)}` };
      };
    },
  },
];

/** Worlds without a defect in which both users have the same data. */
export const innocentOfLikeness: readonly World[] = ['node', 'price'].map((what) => ({
  title: `users with the same data, on two replicas by connection that differ in their ${what}`,
  start: (random) => {
    const salt = between(random, 0, 1_000);
    return ({ connection, nth }) => {
      const replica = hashOf(`${salt} ${connection ?? nth}`) % 2;
      return { owner: 'first', [what]: what === 'node' ? `node-${replica}` : replica };
    };
  },
}));

/** Worlds without a defect, for requirements that allow other ids each time. */
export const innocentOfIds: readonly World[] = [
  {
    title: 'ids are generated for each response',
    start: (random) => () => ({ ids: between(random, 0, 1_000_000) }),
  },
];

/**
 * A cache by `keyOf`, without the user, with a drawn lifetime. Later requests get the data of the
 * entry's user.
 */
function keyWithoutUser(
  keyOf: (url: string) => string,
  ttls: readonly number[],
  shows = (owner: User): Partial<Shown> => ({ owner }),
): World['start'] {
  return (random) => {
    const cache = new Map<string, { readonly owner: User; readonly until: number }>();
    const ttlMs = oneOf(random, ttls);
    return ({ url, user, at }) => {
      const found = cache.get(keyOf(url));
      if (found && found.until > at) return shows(found.owner);
      cache.set(keyOf(url), { owner: user, until: at + ttlMs });
      return {};
    };
  };
}

/** Worlds that mix up users. */
export const guilty: readonly World[] = [
  {
    title: 'cache by URL without the user, for up to a second',
    start: keyWithoutUser((url) => url, [300, 1_000]),
  },
  {
    title: 'cache by URL without the user, for two to ten seconds',
    start: keyWithoutUser((url) => url, [2_000, 10_000]),
  },
  {
    title: 'cache by URL without the user, for an hour',
    start: keyWithoutUser((url) => url, [3_600_000]),
  },
  {
    title: 'cache by path without the user, for two to ten seconds',
    start: keyWithoutUser((url) => url.split('?')[0] ?? '', [2_000, 10_000]),
  },
  {
    title: 'cache of a list without the user, for an instant',
    start: keyWithoutUser(
      () => '',
      [20, 80, 320],
      (listOf) => ({ listOf }),
    ),
  },
  {
    title: 'the last user who arrived wins',
    start: () => {
      let last: User = 'first';
      return ({ user }) => {
        const before = last;
        last = user;
        return { owner: before };
      };
    },
  },
  {
    title: 'the session wins',
    start:
      () =>
      ({ user, cookiesOf }) => ({ owner: cookiesOf ?? user, setsCookies: true }),
  },
  {
    title: 'a member is the other user’s, one time in five',
    start: (random) => (arrival) => (random() < 0.2 ? { mixedWith: otherThan(arrival.user) } : {}),
  },
  ...[2, 3, 5, 10].map((every) => ({
    title: `one response in ${every} is the other user’s`,
    start: (random: Random) => {
      const shift = between(random, 0, every - 1);
      return ({ nth, user }: Arrival) =>
        (nth + shift) % every === 0 ? { owner: otherThan(user) } : {};
    },
  })),
  {
    title: 'users are mixed up under concurrency only',
    start: (random) => {
      const chance = oneOf(random, [0.1, 0.3, 1]);
      return ({ user, beside }) =>
        beside.includes(otherThan(user)) && random() < chance ? { owner: otherThan(user) } : {};
    },
  },
  {
    title: 'users are mixed up after a pause only',
    start: () => {
      let last: { readonly user: User; readonly at: number } = { user: 'first', at: 0 };
      return ({ user, at }) => {
        const before = last;
        last = { user, at };
        return at - before.at > 800 ? { owner: before.user } : {};
      };
    },
  },
];

/** An unspecified query selects another part of the content. */
const selecting = (
  shown: Partial<Shown>,
  where: string,
  selects: (random: Random) => (nth: number) => boolean,
): World => ({
  title: `a number in a query selects other content${where}`,
  start: (random) => {
    const isMet = selects(random);
    return ({ url, nth }) => (/=\d/.test(url) && isMet(nth) ? shown : {});
  },
});

export const guiltyOfQueries: readonly World[] = [
  selecting({ order: 7, edition: 1 }, '', () => () => true),
  selecting({ edition: 1 }, ' on one of two replicas', (random) => {
    const chosen = replicas(random, false);
    return (nth) => chosen(nth) === 0;
  }),
  selecting({ edition: 1 }, ', every second time', (random) => {
    let times = between(random, 0, 1);
    return () => ++times % 2 === 0;
  }),
];

/** Orders or ids that change without an edit. */
export const guiltyOfOrder: readonly World[] = [
  {
    title: 'each response has a random order',
    start: (random) => () => ({ order: between(random, 0, 5) }),
  },
  {
    title: 'each replica has an order of its own',
    start: byReplica([true, false], (order) => ({ order })),
  },
  {
    title: 'one response in ten has another order',
    start: (random) => {
      const shift = between(random, 0, 9);
      return ({ nth }) => ({ order: Number((nth + shift) % 10 === 0) });
    },
  },
];

export const guiltyOfIds: readonly World[] = [
  ...innocentOfIds,
  { title: 'each replica has ids of its own', start: byReplica([true, false], (ids) => ({ ids })) },
];

/** The language of the texts does not follow the user. */
export const guiltyOfLanguage: readonly World[] = [
  { title: 'everybody gets one language', start: () => () => ({ owner: 'first' }) },
  {
    title: 'a cache without the language, for half a second to an hour',
    start: keyWithoutUser((url) => url, [500, 5_000, 3_600_000]),
  },
  {
    title: 'one language for a moment in every second',
    start:
      () =>
      ({ at, user }) => ({ owner: at % 1_000 < 250 ? 'first' : user }),
  },
];

/**
 * The same world amid up to seven other requests before each arrival and beside it, mostly of the
 * first user.
 */
export const amidTraffic = ({ title, start }: World): World => ({
  title: `amid other requests: ${title}`,
  start: (random) => {
    const serve = start(random);
    let others = 0;
    return (arrival, usual) => {
      const users = Array.from(
        { length: between(random, 0, 7) },
        (): User => (random() < 0.2 ? 'second' : 'first'),
      );
      for (const user of users) {
        const other = {
          ...arrival,
          user,
          url: `/others/${others % 3}`,
          connection: undefined,
          cookiesOf: undefined,
        };
        serve({ ...other, nth: arrival.nth + others++ }, { ...usual, owner: user });
      }
      return serve(
        { ...arrival, nth: arrival.nth + others, beside: [...arrival.beside, ...users] },
        usual,
      );
    };
  },
});
