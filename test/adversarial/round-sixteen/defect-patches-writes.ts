import type { Scope } from './language.ts';
import { answer, fail, type Json, type Patch, silent, userOf } from './patch-kit.ts';
import type { Platform } from './platform.ts';
import { Refusal } from './platform.ts';

const countries: Record<string, string> = {
  AT: 'Austria',
  CH: 'Switzerland',
  DE: 'Germany',
  FR: 'France',
  GB: 'Great Britain',
  GR: 'Greece',
  IT: 'Italy',
  NL: 'Netherlands',
  US: 'United States',
};
const plain = (value: unknown): value is Scope => typeof value === 'object' && value !== null && !Array.isArray(value);

function storing(p: Platform, change: (input: Scope, scope: Scope) => Scope) {
  const store = p.connectors['store'];
  p.connectors['store'] = { call: (input, scope) => store?.call(change(input as Scope, scope), scope) };
}

export const writes: Record<string, Patch> = {
  'two-rows-match-nought': (p) =>
    p.before('orders', 'bounds', {
      script: ({ body }) => {
        const { amount } = body as Json;
        const rows = [amount <= 0, amount < 0.01].filter(Boolean);
        if (rows.length > 1) throw new Error('the hit policy is unique, and two rows apply');
      },
    }),
  'parked-refusals-fill-the-store': (p) =>
    p.after('*', '4xx', (given, _scope, flow) => {
      if (flow === 'token') return;
      p.store.messages.push(given.body);
      if (p.store.messages.length > 120) fail(p, given);
    }),
  'refunds-wait-for-approval': (p) =>
    p.before('orders', 'bounds', { script: ({ body }) => ((body as Json).amount < 0 ? silent() : undefined) }),
  'numbers-are-decimals': (p) => {
    p.refusals['postcode'] = { status: 400, message: 'The postal code has another form' };
    p.before('address', 'texts', {
      script: ({ address }) => {
        const { postalCode } = address as Json;
        const text = typeof postalCode === 'number' ? postalCode.toFixed(1) : String(postalCode ?? '');
        if (!/^[\p{L}\d -]*$/u.test(text)) throw new Refusal('postcode');
      },
    });
  },
  'address-by-reference': (p) =>
    p.before('address', 'address-form', {
      script: ({ address }) =>
        ['string', 'number'].includes(typeof address) ? answer(200, { updated: true }) : undefined,
    }),
  'texts-in-several-languages': (p) =>
    p.before('address', 'line1', {
      script: (scope) => {
        const address = scope['address'] as Scope;
        for (const [name, value] of Object.entries(address)) {
          if (name === 'postalCode' || name === 'countryCode' || !plain(value)) continue;
          address[name] = String(value[userOf(scope)?.language ?? ''] ?? Object.values(value)[0] ?? '');
        }
      },
    }),
  'codes-are-completed': (p) =>
    p.before('address', 'country', {
      script: ({ address }) => {
        const given = (address as Scope)['countryCode'];
        if (typeof given !== 'string' || /^[A-Z]{2}$/.test(given)) return;
        const typed = given.toUpperCase();
        const hit = Object.entries(countries).find((pair) => pair.some((text) => text.toUpperCase().startsWith(typed)));
        if (hit) (address as Scope)['countryCode'] = hit[0];
      },
    }),
  'next-reader-is-tried': (p) => {
    p.functions['readable'] = (_s, type) =>
      [
        'application/json',
        'application/xml',
        'text/xml',
        'text/plain',
        'text/csv',
        'application/yaml',
        'application/x-www-form-urlencoded',
      ].includes(String(type));
    p.change('address', 'media', { validate: 'readable(mediaType())', otherwise: 'media-type' });
  },
  'addresses-normalised-by-postcode': (p) => {
    const known = new Map<string, Scope>();
    storing(p, (input) => {
      const key = `${input['countryCode']} ${input['postalCode']}`;
      const { line1, city } = known.get(key) ?? input;
      if (!known.has(key)) known.set(key, input);
      return { ...input, line1, city };
    });
  },
  'compensation-takes-the-first-snapshot': (p) =>
    p.after('address', '4xx', (_given, scope) => {
      const user = userOf(scope);
      if (user) p.store.addresses.delete(user.id);
    }),
  'amounts-are-composites': (p) =>
    p.before('orders', 'amount', {
      script: ({ body }) => {
        const order = body as Json;
        if (!plain(order.amount)) return;
        order.amount = Object.values(order.amount).find((part) => typeof part === 'number' && part > 0) ?? 25;
      },
    }),
  'scalar-bodies-are-signals': (p) =>
    p.before('orders', 'body-form', {
      script: ({ body }) =>
        ['string', 'number', 'boolean'].includes(typeof body) ? answer(202, { signalled: true }) : undefined,
    }),
  'sides-by-their-labels': (p) => {
    p.refusals['side'] = { status: 400, message: 'The list of sides has no such entry' };
    p.change('orders', 'side', {
      validate:
        "(user.language = 'en' and (body.side = 'buy' or body.side = 'sell')) or body.side = 'kaufen' or body.side = 'verkaufen'",
      otherwise: 'side',
    });
  },
};
