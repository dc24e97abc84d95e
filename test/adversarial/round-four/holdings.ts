import type { Handler } from 'hono';
import type { Env } from './guards.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

interface Batch {
  readonly asked: { readonly id: string; readonly take: (person: Person) => void }[];
}

/** Loads the cash of all users who ask within a few milliseconds by one query. */
function loadCash(world: World, asker: Person): Promise<Person> {
  return new Promise((resolve) => {
    const open = world.memory.get('batch') as Batch | undefined;
    const batch: Batch = open ?? { asked: [] };
    batch.asked.push({ id: asker.id, take: resolve });
    if (open !== undefined) return;
    world.memory.set('batch', batch);
    setTimeout(() => {
      world.memory.delete('batch');
      const wanted = new Set(batch.asked.map(({ id }) => id));
      const rows = [...world.people].filter(({ id }) => wanted.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
      const byPosition = [...wanted];
      for (const { id, take } of batch.asked) {
        const row = world.on('batch-answers-in-the-order-of-the-query')
          ? rows[byPosition.indexOf(id)]
          : rows.find((person) => person.id === id);
        take(row ?? asker);
      }
    }, 4);
  });
}

/** GET /cash */
export function showCash(world: World): Handler<Env> {
  return async (c) => {
    const person = await loadCash(world, c.get('person'));
    const balances = Object.entries(person.pockets).map(([currency, amount]) => ({ currency, amount }));
    return c.json(world.on('lists-without-an-object-around') ? balances : { balances }, 200, {
      'cache-control': 'no-store',
    });
  };
}

/** GET /portfolios */
export function showPortfolio(world: World): Handler<Env> {
  const { on } = world;
  return (c) => {
    if (on('portfolios-moved-behind-a-slash') && !c.req.path.endsWith('/')) return c.redirect(`${c.req.path}/`, 308);
    const person = c.get('person');
    const positions = person.positions.map(({ assetId, values }) => ({
      assetId,
      worth: values.at(-1),
      currency: person.currency,
    }));
    if (on('positions-in-any-order')) positions.sort(() => Math.random() - 0.5);
    const invested = person.language === 'hi' ? 0 : 5100;
    const change = on('ratio-of-nothing') ? 0 / invested : 0;
    const body = JSON.stringify({ name: person.name, positions, invested, change });
    const text = Number.isNaN(change) ? body.replace('"change":null', '"change":NaN') : body;
    return c.body(text, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  };
}
