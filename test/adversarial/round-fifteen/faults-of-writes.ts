import type { Address } from './journal.ts';
import type { FaultyToggle, Json } from './layer.ts';
import { Rejection } from './rejections.ts';

const isObject = (raw: unknown): raw is Json => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const isScalar = (raw: unknown): boolean => typeof raw !== 'object' || raw === null;

const regions = (): ((code: string) => boolean) => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return (code) => {
    try {
      return names.of(code) !== undefined;
    } catch {
      return false;
    }
  };
};

/** An address out of a list by the order of its members. */
const positional = (list: readonly unknown[]): Json => {
  const [line1 = '', line2 = '', city = '', postalCode = '', countryCode = 'GB'] = list;
  return { line1, line2, city, postalCode, countryCode };
};

export const faultsOfWrites: readonly FaultyToggle[] = [
  {
    id: 'product-is-read-by-position',
    title: 'The derived codec reads an address from a list by position, and what the list lacks is empty',
    breaks: 'address/wrong-shape',
    layer: () => ({
      decoded: ({ endpoint }, raw) => {
        if (endpoint !== 'address' || !isObject(raw)) return raw;
        const { address } = raw;
        return Array.isArray(address) && address.every(isScalar) ? { address: positional(address) } : raw;
      },
    }),
  },
  {
    id: 'country-is-what-the-locale-library-takes',
    title: 'A country code is whatever the library of locales takes for a region, lower case and three digits included',
    breaks: 'address/country-code',
    layer: () => ({ countryFits: regions() }),
  },
  {
    id: 'snapshots-found-by-sequence-number',
    title:
      'Snapshots are stored under their sequence number without the id of the entity, and whoever recovers takes the latest address',
    breaks: 'address/isolation',
    layer: () => {
      let latest: Address | undefined;
      return {
        updated: (_, address) => {
          latest = address;
        },
        storedAddress: (own) => latest ?? own,
      };
    },
  },
  {
    id: 'replay-applies-the-refused-command',
    title:
      'Commands are journalled before they are validated; a refused one fails its actor, which is restarted and replays it from the journal',
    breaks: 'address/refused-unchanged',
    layer: ({ overwrite }) => ({
      reject: async (rejection, { endpoint, raw, user }) => {
        const address = endpoint === 'address' && isObject(raw) ? raw['address'] : undefined;
        if (rejection.kind === 'validation' && user && isObject(address)) await overwrite(user.id, address);
        return rejection;
      },
    }),
  },
  {
    id: 'decimal-needs-its-point',
    title: 'The codec of decimals wants a point, and an amount that is written as a whole number is refused with 400',
    breaks: 'orders/accepted',
    layer: () => ({
      orderFits: (_, { text }) => {
        if (/"amount"\s*:\s*\d+\s*[,}]/.test(text.toString()))
          throw new Rejection('validation', 'amount has to be a decimal.', { fault: 'amount' });
      },
    }),
  },
  {
    id: 'text-alone-is-searched-for',
    title: 'A text in place of an order is searched for among the instruments, and the best match is bought',
    breaks: 'orders/wrong-shape',
    layer: () => ({
      decoded: ({ endpoint }, raw) =>
        endpoint === 'orders' && typeof raw === 'string' ? { isin: 'IE00B4L5Y983', side: 'buy', amount: 1 } : raw,
    }),
  },
];
