import type { World } from './world.ts';

/** Scopes are interned, and the handle of each is its bit. */
const handles: readonly (readonly [string, number])[] = [
  ['service:base', 0],
  ['service:read', 1],
  ['service:write', 7],
  ['service:nbg', 33],
];

const bitOf = (world: World, handle: number): bigint =>
  world.is('scope-bits-wrap-at-32') ? BigInt(1 << handle) : 1n << BigInt(handle);

export function maskOf(world: World, words: string): bigint {
  const held = new Set(words.split(' '));
  return handles.reduce((mask, [name, handle]) => (held.has(name) ? mask | bitOf(world, handle) : mask), 0n);
}

export const namesOf = (mask: bigint): string =>
  handles
    .filter(([, handle]) => (mask >> BigInt(handle)) & 1n)
    .map(([name]) => name)
    .join(' ');

export const covers = (world: World, mask: bigint, name: string): boolean => {
  const need = maskOf(world, name);
  return (mask & need) === need;
};

export function grantedWords(world: World, clientId: string): string {
  if (clientId === world.clients.scoped.id) return 'service:base service:read service:nbg';
  return 'service:read service:write';
}

/** The text of scopes that the token answer tells. */
export function announce(world: World, words: string): string {
  const mask = handles.reduce(
    (sum, [name, handle]) => (words.split(' ').includes(name) ? sum | (1n << BigInt(handle)) : sum),
    0n,
  );
  if (world.is('scope-bit-set-in-hex')) return `0x${mask.toString(16)}`;
  if (world.is('scope-mask-sign-extends') && mask < 256n) return namesOf(BigInt.asIntN(8, mask));
  return words;
}
