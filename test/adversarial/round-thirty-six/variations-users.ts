import type { Apply, Habit, Json, User, WebModule } from './model.ts';
import { habit, isObject, json, list } from './model.ts';

type Unshown = 'cash' | 'portfolios' | 'insights';
export const reading =
  (name: Unshown, change: (body: Json, user: User, module: WebModule) => unknown): Apply =>
  (module) => {
    const base = module[name];
    module[name] = (user, req) => change(json(base(user, req)), user, module);
  };
/** Applies a change to every object in a value, innermost first. */
export function everyObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => everyObject(one, change));
  }
  return isObject(value)
    ? change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyObject(one, change)])))
    : value;
}
const reversed = (one: Json): Json => Object.fromEntries(Object.entries(one).reverse());

/** What belongs to one user, to both, or to neither for long. */
export const owned: readonly Habit[] = [
  habit(
    'account-with-two-holders',
    'The users hold one account jointly, which the cash of each lists with the ids of both.',
    reading('cash', (body, _user, { users }) => {
      const holders = users.filter(({ place }) => place !== 'denied').map(({ id }) => id);
      const joint = { account: 'joint', currency: 'EUR', balance: 905.4, holders };
      return { ...body, accounts: [joint, ...list(body['accounts'])] };
    }),
  ),
  habit(
    'purse-that-goes-round',
    'The users share a purse, which each reading of cash by either hands on to the other.',
    (module) => {
      let holder = 0;
      reading('cash', (body, { id, place }) => {
        holder = 1 - holder;
        const mine = (place === 'second' ? 1 : 0) === holder;
        return { owner: id, ...body, purse: mine ? 250 : 0 };
      })(module);
    },
  ),
  habit(
    'same-balances-in-reverse',
    'The cash of both users is the same list of balances, for the second user in the reverse order.',
    (module) => {
      const { cash } = module;
      module.cash = (user, req) => {
        const body = json(cash(module.users[0] ?? user, req));
        const accounts = list(body['accounts']);
        return user.place === 'second' ? { ...body, accounts: [...accounts].reverse() } : body;
      };
    },
  ),
  habit(
    'same-members-in-reverse',
    'The portfolios of both users are the same and differ in the order of members alone.',
    (module) => {
      const { portfolios } = module;
      module.portfolios = (user, req) => {
        const body = portfolios(module.users[0] ?? user, req);
        return user.place === 'second' ? everyObject(body, reversed) : body;
      };
    },
  ),
  habit(
    'variant-of-portfolios',
    'Portfolios have a variant that is a number, a text, a list, an object and null in turn.',
    (module) => {
      let count = 0;
      reading('portfolios', (body) => {
        count += 1;
        return { ...body, tag: [1.5, '1,5', [1, 5], { value: 1.5 }, null][count % 5] };
      })(module);
    },
  ),
  habit(
    'readers-come-and-go',
    'Cash lists its last readers, none to four of them, more with each reading until it begins anew.',
    (module) => {
      let count = 0;
      reading('cash', (body) => {
        count += 1;
        return { readers: Array.from({ length: count % 5 }, (_, at) => ({ station: `WS-${at}`, count })), ...body };
      })(module);
    },
  ),
  habit(
    'machines-with-settings',
    'Two machines in turn write the amounts and weights of summaries by regional settings of their own.',
    (module) => {
      const { money, percent, summaries } = module;
      let machine = 0;
      module.summaries = (user, req) => {
        machine = 1 - machine;
        return summaries(user, req);
      };
      module.money = (value, user) =>
        machine === 0
          ? money(value, user)
          : `${user.language === 'pl' ? 'PLN' : 'EUR'} ${value < 0 ? '(' : ''}${Math.abs(value).toFixed(2)}${value < 0 ? ')' : ''}`;
      module.percent = (value, user) => (machine === 0 ? percent(value, user) : `% ${value.toFixed(3)}`);
    },
  ),
];
