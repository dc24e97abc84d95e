/** RFC 6901 section 3. */
export const referenceToken = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1');

export function isLarge(value: unknown, most: number): boolean {
  const open = [value];
  let seen = 1;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const below: unknown[] = Array.isArray(next) ? next : Object.values(next);
    seen += below.length;
    if (seen > most) return true;
    for (const one of below) if (typeof one === 'object') open.push(one);
  }
  return false;
}

/** Undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
