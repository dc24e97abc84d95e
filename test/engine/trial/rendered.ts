import type { Shown } from './world.ts';

const names = { first: 'Ann', second: 'Bea' };
const cash = { first: 104.5, second: 9_871.25 };
const holdings = { first: [11, 120, 7], second: [31, 450, 8] };
const languages = { first: 'en', second: 'de' };

/** Returns the list in the order with that number. 0 is the list's own order. */
function ordered<T>(list: readonly T[], order: number): readonly T[] {
  const turned = [...list.slice(order % list.length), ...list.slice(0, order % list.length)];
  return order >= list.length ? turned.toReversed() : turned;
}

/** Returns the body that a simulated server gives for a path. */
export function rendered(path: string, shown: Shown): unknown {
  if (path.endsWith('/learning-guides')) return { data: guides(shown) };
  if (path.endsWith('/notification-settings')) return settings(shown);
  return portfolio(shown);
}

function portfolio({
  owner,
  edition,
  price,
  order,
  ids,
  node,
  mixedWith,
  listOf = owner,
  toggled,
}: Shown): unknown {
  const positions = holdings[listOf].map((amount, at) => ({
    id: `${listOf}-${at}-${ids}`,
    amount: amount + edition,
    isin: `${listOf} ${amount}`,
    bought: `${amount} days ago`,
  }));
  return {
    holder: names[owner],
    cash: cash[mixedWith ?? owner] + edition,
    positions: ordered(positions, order),
    rate: 1.07 + price / 100,
    servedBy: node,
    // The other settings have one value for each user.
    ...(toggled === undefined
      ? {}
      : { alerts: [{ active: toggled }, { active: owner === 'first' }] }),
  };
}

const topics = ['bonds', 'etf', 'shares', 'tax', 'risk'];

function guides({ owner, edition, order, ids, node }: Shown): readonly unknown[] {
  const language = languages[owner];
  const all = edition === 1 ? [...topics, 'gold'] : topics;
  const listed = all.map((topic) => ({
    id: `${topic}-${ids}`,
    title: `${topic} ${language}`,
    description: `about ${topic} ${language}`,
    chapterCount: topic.length,
    servedBy: node,
  }));
  return ordered(listed, order);
}

function settings({ owner, edition, order, ids }: Shown): unknown {
  const kinds =
    edition === 1 ? ['order_executed', 'deposit', 'news'] : ['order_executed', 'deposit'];
  const language = languages[owner];
  const group = (channel: string) => ({
    category: `Orders ${language}`,
    notifications: ordered(
      kinds.map((id) => ({
        id: `${id}${ids === 0 ? '' : `-${ids}`}`,
        name: `${id} ${language}`,
        description: channel,
      })),
      order,
    ),
  });
  return { app: [group('app')], email: [group('email')] };
}
