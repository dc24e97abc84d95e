import { InvalidArgumentError } from 'commander';

/** Parses a whole number from 1. */
export function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It has to be a whole number from 1.');
  return Number(text);
}

/** Parses a list that is separated by commas. An option that is given twice has both lists. */
export function split(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((item) => item.trim())];
}

export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** Parses a shard like `1/4`. `today/4` is another part each day. */
export function shard(text: string): Shard {
  const [, place = '', parts = ''] = /^(\d{1,4}|today)\/(\d{1,4})$/.exec(text) ?? [];
  const total = Number(parts);
  const index =
    place === 'today' ? (Math.floor(Date.now() / 86_400_000) % total) + 1 : Number(place);
  if (!index || index > total) throw new InvalidArgumentError('It has to be like 1/4 or today/4.');
  return { index, total };
}
