import type { App } from './app.ts';
import type { Bag, Defect, Exchange, Read, Variation } from './types.ts';

export interface Fault extends Defect {
  readonly apply: (app: App) => void;
}
export interface Change extends Variation {
  readonly apply: (app: App) => void;
}

export const fault = (breaks: string, id: string, title: string, apply: (app: App) => void, also?: string[]): Fault =>
  also === undefined ? { id, title, breaks, apply } : { id, title, breaks, also, apply };

export const change = (id: string, title: string, apply: (app: App) => void): Change => ({ id, title, apply });

/** The object or list below some keys. */
export const dig = (value: unknown, ...keys: (string | number)[]): Bag => {
  let found: unknown = value;
  for (const key of keys) found = (found as Bag)[key];
  return found as Bag;
};

export const list = (value: unknown, ...keys: (string | number)[]): Bag[] => dig(value, ...keys) as unknown as Bag[];

export const onPayload = (app: App, route: Read, edit: (value: Bag, x: Exchange) => unknown): void => {
  const make = app.payload[route];
  app.payload[route] = async (x) => {
    const value = (await make(x)) as Bag;
    return edit(value, x) ?? value;
  };
};

export const onFields = (app: App, route: Read, edit: (fields: Bag, x: Exchange) => void): void => {
  const make = app.cacheFields;
  app.cacheFields = (x) => {
    const fields = make(x);
    if (x.route === route) edit(fields, x);
    return fields;
  };
};

export const isGerman = (x: Exchange): boolean => x.user?.language === 'de';
export const pause = (milliseconds: number): Promise<void> => new Promise((r) => setTimeout(r, milliseconds));
