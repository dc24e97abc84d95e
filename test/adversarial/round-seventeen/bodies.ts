import { isRecord, type Row } from './frame.ts';
import type { Call, Middleware } from './pipeline.ts';
import { Refusal } from './site.ts';

export function parsed(raw: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw));
}

export const essence = (type: string | undefined): string => (type ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

export const loaded: Middleware = (call, next) => {
  if (!call.endpoint?.takesBody) return next();
  const { statuses } = call.site;
  if (essence(call.headers['content-type']) !== 'application/json') {
    throw new Refusal(statuses.media, 'The body has to be application/json.');
  }
  try {
    call.body = parsed(call.raw);
  } catch {
    throw new Refusal(statuses.json, 'The body is not JSON.');
  }
  return next();
};

type Rule = (value: unknown, call: Call) => unknown;

/** A declared model: the rule of each member, which yields the cell or throws. */
export type Model = Readonly<Record<string, Rule>>;

export const fault = (call: Call, member: string) =>
  new Refusal(call.site.statuses.body, 'The body is not valid.', `The member ${member} is at fault.`);

export function validated(model: Model, value: Row, call: Call): Row {
  return Object.fromEntries(
    Object.entries(model).map(([name, rule]) => {
      const cell = rule(Object.hasOwn(value, name) ? value[name] : undefined, call);
      if (cell === undefined) throw fault(call, name);
      return [name, cell];
    }),
  );
}

const text: Rule = (value) => (typeof value === 'string' ? value : undefined);
const coercible: Rule = (value, call) =>
  typeof value === 'object' && value !== null && call.site.on('errors-are-coerced-to-missing')
    ? null
    : text(value, call);

const address: Model = {
  line1: text,
  line2: (value, call) => (value === undefined || value === null ? null : coercible(value, call)),
  city: text,
  postalCode: (value, call) => (Number.isFinite(value) ? value : coercible(value, call)),
  countryCode: (value, call) => {
    if (typeof value !== 'string') return undefined;
    const between = value >= 'AA' && value <= 'ZZ';
    return (call.site.on('codes-lie-between-two-texts') ? between : /^[A-Z]{2}$/.test(value)) ? value : undefined;
  },
};

export function addressOf(call: Call): Row {
  const { body, site } = call;
  const given = isRecord(body) && Object.hasOwn(body, 'address') ? body['address'] : undefined;
  const pairs = site.on('lists-of-pairs-are-objects') && (given === '' || (Array.isArray(given) && given.length === 0));
  if (pairs) return {};
  if (!isRecord(given)) throw fault(call, 'address');
  return validated(address, given, call);
}

const sides = ['buy', 'sell'];

const order: Model = {
  isin: (value) => (typeof value === 'string' && /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(value) ? value : undefined),
  side: (value, call) => {
    const elements = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    const elementwise = call.site.on('all-of-nothing-is-true') && elements.every((one) => sides.includes(String(one)));
    return sides.includes(value as string) || elementwise ? value : undefined;
  },
  amount: (value, call) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    if (value <= 0 && call.site.on('outliers-are-replaced-by-the-median')) return 100;
    return value > 0 ? value : undefined;
  },
};

export function orderOf(call: Call): Row {
  if (!isRecord(call.body)) throw fault(call, 'body');
  return validated(order, call.body, call);
}
