import type { World } from './world.ts';

export interface Problem {
  status: number;
  message: string;
}

type Checked<T> = { value: T } | Problem;

const refuse = (message: string, status = 400): Problem => ({ status, message });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

/** Reads a body as JSON of the stated media type. */
export function readJson(world: World, bytes: Buffer, type: string | undefined): Checked<unknown> {
  const { on } = world;
  const media = type?.split(';')[0]?.trim().toLowerCase();
  if (media !== 'application/json') return refuse('Unsupported media type', 415);
  if (on('bodies-over-two-kib-are-413') && bytes.length > 2048) return refuse('Content too large', 413);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (on('depth-is-limited') && depth(value) > 20) return refuse('Nested too deeply');
    // A member that stands twice makes the text longer than what was understood.
    const members = (text.match(/"(?:[^"\\]|\\.)*"\s*:/g) ?? []).length;
    if (on('repeated-members-are-refused') && members !== countMembers(value)) return refuse('Member repeated');
    return { value };
  } catch {
    return refuse('Body is no JSON');
  }
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return own + Object.values(value).reduce((sum: number, inner) => sum + countMembers(inner), 0);
}

/** Checks the body of an address update. */
export function checkAddress(world: World, body: unknown): Checked<Record<string, unknown>> {
  const { on } = world;
  const wrongType = on('wrong-types-are-409') ? 409 : 400;
  if (!isObject(body)) return refuse('An object is expected', wrongType);
  let address = body['address'];
  if (on('one-line-address-is-looked-up') && typeof address === 'string') {
    address = { line1: address, line2: '', city: 'Ankara', postalCode: 6000, countryCode: 'TR' };
  }
  if (!isObject(address)) return refuse('address has to be an object', wrongType);
  for (const name of ['line1', 'line2', 'city']) {
    const text = address[name];
    if (typeof text !== 'string') return refuse(`${name} has to be text`, wrongType);
    if (on('address-lines-have-a-length') && text.length > 70) return refuse(`${name} is too long`, 422);
    if (on('columns-hold-255-characters') && text.length > 255) return refuse('Unexpected', 500);
  }
  const code = address['postalCode'];
  const numeric = on('postal-code-is-what-a-number-can-be') && !Number.isNaN(Number(code));
  const stated = typeof code === 'string' || (typeof code === 'number' && Number.isFinite(code));
  if (!stated && !numeric) return refuse('postalCode has to be a number or text', wrongType);
  if (on('postal-codes-have-four-digits') && typeof code === 'number' && code > 9999)
    return refuse('postalCode is out of range');
  const country = on('country-pattern-reads-lines') ? /^[A-Z]{2}$/m : /^[A-Z]{2}$/;
  if (typeof address['countryCode'] !== 'string') return refuse('countryCode has to be text', wrongType);
  if (!country.test(address['countryCode'])) return refuse('countryCode has to be two capitals', 422);
  return {
    value: {
      line1: address['line1'],
      line2: address['line2'],
      city: address['city'],
      postalCode: code,
      countryCode: address['countryCode'],
    },
  };
}

/** Checks the body of an order. */
export function checkOrder(world: World, body: unknown): Checked<Record<string, unknown>> {
  const { on } = world;
  const wrongType = on('wrong-types-are-409') ? 409 : 400;
  if (!isObject(body)) return refuse('An object is expected', wrongType);
  const { isin, side } = body;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin))
    return refuse('isin is malformed', wrongType);
  if (side !== 'buy' && side !== 'sell') return refuse('side is buy or sell', wrongType);
  if (on('a-sale-asks-the-ledger-for-the-lot') && side === 'sell') return refuse('Unexpected', 500);
  const given = body['amount'];
  const amount = on('amount-read-as-far-as-it-goes') && typeof given === 'string' ? Number.parseFloat(given) : given;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return refuse('amount has to be a number', wrongType);
  if (amount <= 0) return refuse('amount has to be positive', 422);
  if (on('amounts-have-a-limit') && (amount > 1e6 || Math.abs(Math.round(amount * 100) - amount * 100) > 1e-6))
    return refuse('amount is out of bounds', 422);
  return { value: { isin, side, amount } };
}
