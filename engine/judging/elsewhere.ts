import { isLarge, referenceToken } from '../schema/json-value.ts';
import type { Json } from './answer.ts';

const mostValues = 2_000;

const bare = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');
const lastOf = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);
const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));

function foundElsewhere(value: Json, missing: readonly string[]) {
  const byName = new Map<string, string>();
  const open: (readonly [string, Json])[] =
    missing.length === 0 || isLarge(value, mostValues) ? [] : [['', value]];
  for (const [pointer, node] of open) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, member] of Object.entries(node)) {
      const at = `${pointer}/${referenceToken(name)}`;
      if (!byName.has(bare(name))) byName.set(bare(name), at);
      open.push([at, member]);
    }
  }
  return new Map(
    missing.flatMap((one) =>
      byName.has(bare(lastOf(one))) ? [[one, byName.get(bare(lastOf(one))) ?? '']] : [],
    ),
  );
}

export function wholeElsewhere(value: Json, missing: readonly string[]) {
  const found = foundElsewhere(value, missing);
  const [first = ''] = found.values();
  const isThere = (one: string) => found.get(one) === `${parentOf(first)}/${lastOf(one)}`;
  return missing.length > 1 && missing.every(isThere) ? parentOf(first) : undefined;
}

export function elsewhereInWords(value: Json, missing: readonly string[]): readonly string[] {
  const whole = wholeElsewhere(value, missing);
  if (whole !== undefined) return [`the members are at ${whole}`];
  return [...foundElsewhere(value, missing)].map(([one, at]) => `${lastOf(one)} is at ${at}`);
}
