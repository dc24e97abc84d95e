/** RFC 6901 section 3. */
export const referenceToken = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

export function isLarge(value: unknown, most: number) {
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

/** RFC 6901 section 4. */
export const fromReferenceToken = (token: string) =>
  token.replaceAll('~1', '/').replaceAll('~0', '~');

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
