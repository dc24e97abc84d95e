import { answer, type Reply } from './exchange.ts';
import type { User } from './people.ts';
import { pause, type World } from './world.ts';

interface Money {
  tellCash(user: User): Promise<Reply>;
  tellPortfolios(user: User): Promise<Reply>;
  tellInsights(user: User): Reply;
}

const holdingsOf = (user: User): object => ({
  currency: user.currency,
  data: user.assets.map(({ id, value, move }) => ({ assetId: id, quantity: 4, price: value / 4, value, move })),
});

/** Makes the handlers whose shapes the service leaves open. */
export function makeMoney({ on, refuse }: World): Money {
  const readers = new Set<string>();
  const underway = new Map<string, Promise<object>>();

  const tellCash = async (user: User): Promise<Reply> => {
    if (on('second-reader-of-cash-conflicts')) {
      if (readers.has(user.id)) return refuse(409, 'The account is being read');
      readers.add(user.id);
      await pause(15);
      readers.delete(user.id);
    }
    const lazy = on('caches-ask-again-for-cash') ? { 'Cache-Control': 'max-age=0, must-revalidate' } : {};
    if (on('nobody-holds-cash')) return answer({ data: [] });
    return answer({ data: [{ currency: user.currency, balance: user.cash.at(-1) ?? 0 }] }, lazy);
  };

  const load = async (user: User): Promise<object> => {
    await pause(5);
    return holdingsOf(user);
  };

  const tellPortfolios = async (user: User): Promise<Reply> => {
    if (!on('portfolios-are-loaded-once-at-a-time')) return answer(await load(user));
    const shared = underway.get('/portfolios') ?? load(user);
    underway.set('/portfolios', shared);
    const body = await shared;
    underway.delete('/portfolios');
    return answer(body);
  };

  const tellInsights = (user: User): Reply => {
    const text = { pl: 'Rynek wstrzymał oddech.', el: 'Η αγορά κρατά την ανάσα της.' }[user.language];
    return answer({ data: [{ id: 'insight-1', text, analyst: 'Z. Żurawska' }] });
  };

  return { tellCash, tellPortfolios, tellInsights };
}
