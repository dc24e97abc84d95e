import type { Json } from './batch.ts';
import type { Area, Exits, Reply, Toggle } from './exits.ts';
import type { Defect, Variation } from './types.ts';

export interface DefectToggle extends Defect {
  readonly toggle: Toggle;
}
export interface VariationToggle extends Variation {
  readonly toggle: Toggle;
}
type Make = Partial<Exits> | (() => Partial<Exits>);

const toggleFrom = (exits: Make): Toggle => ({ exits: typeof exits === 'function' ? exits : () => exits });

export const defect = (
  id: string,
  title: string,
  breaks: string,
  exits: Make,
  also?: readonly string[],
): DefectToggle => ({
  id,
  title,
  breaks,
  ...(also ? { also } : {}),
  toggle: toggleFrom(exits),
});

export const variation = (id: string, title: string, exits: Make): VariationToggle => ({
  id,
  title,
  toggle: toggleFrom(exits),
});

export const planted = (id: string, title: string, plant: Toggle['plant']): VariationToggle => ({
  id,
  title,
  toggle: plant ? { plant } : {},
});

// biome-ignore lint/suspicious/noExplicitAny: exits reach into answers of every form.
export type Loose = any;

/** Changes successful answers of one area. */
export const answers = (area: Area | 'token', change: (body: Loose, user: Json) => unknown): Partial<Exits> => ({
  reply: (reply, exchange) =>
    exchange.area === area && reply.status < 300
      ? { ...reply, body: change(structuredClone(reply.body), (exchange.user ?? {}) as Json) }
      : reply,
});

/** Changes the text of successful answers, or of refusals, of one area. */
export const text = (area: Area, refusals: boolean, change: (text: string, user: Json) => string): Partial<Exits> => ({
  wire: (bytes, reply, exchange) =>
    exchange.area === area && reply.status >= 400 === refusals
      ? Buffer.from(change(bytes.toString(), (exchange.user ?? {}) as Json))
      : bytes,
});

export const headers = (
  change: (reply: Reply) => Readonly<Record<string, string | string[]>>,
  where: (reply: Reply, area: string) => boolean = () => true,
): Partial<Exits> => ({
  reply: (reply, exchange) =>
    where(reply, exchange.area) ? { ...reply, headers: { ...reply.headers, ...change(reply) } } : reply,
});
