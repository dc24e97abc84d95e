import { addressOf, isAmount, isBag, isCountry, isIsin, orderOf, parseText, textOf } from './bodies.ts';
import type { Fault } from './patching.ts';
import { fault } from './patching.ts';
import { Refusal } from './refusal.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

export const bodyFaults: readonly Fault[] = [
  fault(
    'address/malformed-json',
    'jiter-allows-partial',
    'Addresses are read by from_json with allow_partial, which closes objects that a cut body leaves open',
    (app) => {
      const parse = app.parse;
      app.parse = (x) => {
        if (x.route !== 'address') return parse(x);
        const text = textOf(x);
        for (const closing of ['', '}', '}}']) {
          try {
            return parseText(text + closing);
          } catch {}
        }
        return parse(x);
      };
    },
  ),
  fault(
    'address/wrong-type',
    'line1-is-duck-typed-by-len',
    'line1 is sound where len() of it is at most 70, and lists and dicts have a len() as well',
    (app) => {
      app.addressOf = (body) =>
        addressOf(body, {
          line1: (value) => isText(value) || (typeof value === 'object' && value !== null),
          countryCode: isCountry,
        });
    },
  ),
  fault(
    'address/country-code',
    'isupper-overlooks-digits',
    'countryCode has len() 2 and isupper(), which asks for one capital and overlooks digits and signs',
    (app) => {
      app.addressOf = (body) =>
        addressOf(body, {
          line1: isText,
          countryCode: (value) =>
            typeof value === 'string' &&
            [...value].length === 2 &&
            value === value.toUpperCase() &&
            value !== value.toLowerCase(),
        });
    },
  ),
  fault(
    'address/overwrites',
    'json-column-without-mutable-dict',
    'The address is a plain JSON column: the first update assigns it, later ones change it in place, unnoticed',
    (app) => {
      const assigned = new Set<string>();
      const store = app.store;
      app.store = (user, address) => {
        if (!assigned.has(user.id)) store(user, address);
        assigned.add(user.id);
      };
    },
  ),
  fault(
    'address/refused-unchanged',
    'validation-query-autoflushes',
    'line1 is set before the query for the country, which flushes the session; a refusal does not roll back',
    (app) => {
      app.addressOf = (body, user) => {
        try {
          return addressOf(body);
        } catch (error) {
          const address = isBag(body) ? body['address'] : undefined;
          if (isBag(address) && isText(address['line1'])) user.address = { ...user.address, line1: address['line1'] };
          throw error;
        }
      };
    },
  ),
  fault(
    'orders/wrong-type',
    'all-over-any-iterable',
    'isin is checked by all(c.isalnum() for c in isin), which lists, dicts and nothing at all satisfy',
    (app) => {
      app.orderOf = (body) =>
        orderOf(body, {
          isin: (value) =>
            isIsin(value) ||
            (typeof value === 'object' &&
              value !== null &&
              (Array.isArray(value) ? value : Object.keys(value)).every((item) => /^[a-z0-9]+$/i.test(String(item)))),
          amount: isAmount,
        });
    },
  ),
  fault(
    'orders/amount-bounds',
    'and-binds-before-or',
    'The bounds stand behind side == "sell" and ..., and `and` binds before `or`: purchases of nothing and less pass',
    (app) => {
      app.orderOf = (body) => orderOf(body, { isin: isIsin, amount: (value, side) => side === 'buy' || value > 0 });
    },
  ),
  fault(
    'orders/accepted',
    'modulo-of-a-float',
    'Every amount has to satisfy amount % 0.01 == 0 in floats, and 100 % 0.01 is 0.00999...',
    (app) => {
      const check = app.orderOf;
      app.orderOf = (body) => {
        const order = check(body);
        if (Number(order['amount']) % 0.01 !== 0) throw new Refusal(400, 'step', 'Not a multiple of 0.01');
        return order;
      };
    },
  ),
];
