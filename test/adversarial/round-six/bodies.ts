import { type On, Refusal, type Request } from './types.ts';

type Json = Record<string, unknown>;

const ACCEPTED: [string, string][] = [
  ['Accept', 'application/json'],
  ['Accept-Patch', 'application/json;charset=utf-8'],
];

/** Checks that a body is declared as JSON. */
export function checkMediaType(request: Request, path: string, on: On): void {
  const given = request.headers.get('content-type') ?? '';
  if (on('content-type-unparsable') && given !== '' && !/^[\w.+-]+\/[\w.+*-]+(\s*;\s*[\w-]+=[^;]+)*$/.test(given)) {
    throw new Error('invalid media type');
  }
  const type = (given.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'application/json') return;
  if (on('form-type-of-curl') && type === 'application/x-www-form-urlencoded' && path.endsWith('address')) return;
  const headers = on('media-types-named-in-refusals') ? ACCEPTED : [];
  throw new Refusal(415, 'The body must be application/json', { headers });
}

/** Parses a body, or refuses it. */
export function parseBody(request: Request, path: string, on: On): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(request.body);
    if (on('leading-zeros') && path.endsWith('address')) text = text.replace(/([:[,]\s*)0+(?=[1-9])/g, '$1');
    if (on('order-in-yaml') && path.endsWith('orders')) text = text.replace(/([{,]\s*)([a-z_]+)\s*:/g, '$1"$2":');
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, on('blank-message') ? ' ' : 'The body is no JSON');
  }
}

const refuse = (what: string, on: On) =>
  new Refusal(422, on('blank-message') ? ' ' : 'The body is not valid', { description: what });

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Rule {
  required: boolean;
  holds(value: unknown): boolean;
}

const text: Rule = { required: true, holds: (value) => typeof value === 'string' };
const ADDRESS: Record<string, Rule> = {
  line1: text,
  line2: { ...text, required: false },
  city: text,
  postalCode: { required: true, holds: (value) => typeof value === 'string' || Number.isFinite(value) },
  countryCode: { required: true, holds: (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value) },
};

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Takes the address out of a body. */
export function addressOf(body: unknown, on: On): Json {
  if (!isObject(body)) throw refuse('The body must be an object', on);
  const lower = (value: Json, names: string[]): Json =>
    Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        names.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key,
        item,
      ]),
    );
  const whole = on('members-in-any-case') ? lower(body, ['address']) : body;
  const given = Object.hasOwn(whole, 'address') ? whole['address'] : undefined;
  if (!isObject(given)) throw refuse('The member address must be an object', on);
  const address = on('members-in-any-case') ? lower(given, Object.keys(ADDRESS)) : given;
  const kept: Json = {};
  for (const [name, rule] of Object.entries(ADDRESS)) {
    const value = Object.hasOwn(address, name) ? address[name] : undefined;
    if (on('empty-is-absent') && isEmpty(value)) continue;
    if (value === undefined) {
      if (!rule.required && !on('all-five-members-required')) continue;
      throw refuse(`The member ${name} is missing`, on);
    }
    if (on('country-of-three-letters') && name === 'countryCode' && /^[A-Z]{2,3}$/.test(String(value))) {
      kept[name] = value;
      continue;
    }
    if (!rule.holds(value)) throw refuse(`The member ${name} is not valid`, on);
    kept[name] = value;
  }
  return kept;
}

const ORDER: Record<string, Rule> = {
  isin: { required: true, holds: (value) => typeof value === 'string' && /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(value) },
  side: { required: true, holds: (value) => value === 'buy' || value === 'sell' },
  amount: { required: true, holds: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0 },
};

export interface Order {
  isin: string;
  side: string;
  amount: number;
}

/** Takes the order out of a body. */
export function orderOf(body: unknown, on: On): Order {
  if (!isObject(body)) throw refuse('The body must be an object', on);
  const own = (name: string) => (Object.hasOwn(body, name) ? body[name] : undefined);
  const side = own('side');
  const lenient = on('sides-in-any-case') && typeof side === 'string' ? { ...body, side: side.toLowerCase() } : body;
  const checks = Object.entries(ORDER).map(([name, rule]) => ({
    name,
    holds: Object.hasOwn(lenient, name) && rule.holds((lenient as Json)[name]),
  }));
  const wrong = checks.filter((check) => !check.holds);
  const fine = on('one-valid-member-is-enough') ? checks.some((check) => check.holds) : wrong.length === 0;
  if (!fine) throw refuse(`Not valid: ${wrong.map((check) => check.name).join(', ')}`, on);
  return lenient as unknown as Order;
}
