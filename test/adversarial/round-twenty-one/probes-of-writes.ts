import { json, order, sample } from './client.ts';
import type { Probe } from './probes.ts';

/** A body whose length is a multiple of sixteen bytes. */
function wholeBlocks(): string {
  const body = JSON.stringify({ address: sample });
  return body.padEnd(Math.ceil(body.length / 16) * 16, ' ');
}

const path = '/users/me/address';

export const probesOfWrites: Readonly<Record<string, Probe>> = {
  'slice-within-a-character': async (c) => (await c.update({ line1: 'é'.repeat(12) })).status === 500,
  'poisoned-lock': async (c) => {
    await c.update({ city: {} });
    return (await c.update()).status === 500;
  },
  'exact-multiple-waits-for-more': (c) =>
    c.write('PATCH', path, wholeBlocks(), {}, AbortSignal.timeout(400)).then(
      () => false,
      () => true,
    ),
  'inline-strings-lose-to-the-pointer': async (c) => {
    await c.update();
    await c.update({ city: 'Bern' });
    return (await c.stored()).city !== 'Bern';
  },
  'slot-in-use-on-the-free-list': async (c) => {
    await c.update();
    return (await c.stored(c.target.users.second)).city === sample.city;
  },
  'stored-slices-alias-the-read-buffer': async (c) => {
    await c.update();
    await c.update({ countryCode: 'nl' });
    return (await c.stored()).line1 !== sample.line1;
  },
  'on-demand-parser': async (c) =>
    (await c.write('PATCH', path, JSON.stringify({ address: sample }).slice(0, -1))).status === 200,
  'lists-of-bytes-are-text': async (c) => (await c.update({ line2: [] })).status === 200,
  'country-letters-in-five-bits': async (c) => (await c.update({ countryCode: 'nl' })).status === 200,
  'zero-amount-is-not-given': async (c) => (await c.order({ amount: 0 })).status === 201,
  'raw-message-is-never-decoded': async (c) => json(await c.order({ isin: { of: order.isin } })).state === 'accepted',
};
