import { Rejection } from './rejections.ts';

/** Decoders, from which the types of what they decode are derived. */
type Decoder<T> = (raw: unknown, at: string) => T;
type Decoded<D> = D extends Decoder<infer T> ? T : never;

const invalid = (at: string, wanted: string): never => {
  throw new Rejection('validation', `${at} has to be ${wanted}.`, { fault: at });
};

export const text: Decoder<string> = (raw, at) => (typeof raw === 'string' ? raw : invalid(at, 'a text'));

export const finite: Decoder<number> = (raw, at) =>
  typeof raw === 'number' && Number.isFinite(raw) ? raw : invalid(at, 'a number');

export const either =
  <A, B>(first: Decoder<A>, second: Decoder<B>): Decoder<A | B> =>
  (raw, at) =>
    typeof raw === 'string' ? first(raw, at) : second(raw, at);

export const optional =
  <T>(inner: Decoder<T>): Decoder<T | undefined> =>
  (raw, at) =>
    raw === undefined ? undefined : inner(raw, at);

export const product =
  <F extends Readonly<Record<string, Decoder<unknown>>>>(fields: F): Decoder<{ [K in keyof F]: Decoded<F[K]> }> =>
  (raw, at) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return invalid(at, 'an object');
    const members = new Map<string, unknown>(Object.entries(raw));
    const decoded = Object.entries(fields).map(([name, field]) => [name, field(members.get(name), name)]);
    return Object.fromEntries(decoded.filter(([, value]) => value !== undefined));
  };

export const addressChange = product({
  address: product({
    line1: text,
    line2: optional(text),
    city: text,
    postalCode: either(text, finite),
    countryCode: text,
  }),
});

export const order = product({ isin: text, side: text, amount: finite });
