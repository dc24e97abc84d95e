import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodings } from './encodings.ts';

/** Reports whether to search for this form. Half of a short secret could also occur by chance. */
export function isMeant(encoding: string, secret: string): boolean {
  return !encoding.endsWith(' half') || secret.length > 60;
}

function formsOf(secret: string): string[] {
  // The part of base64 that does not depend on the neighbouring bytes, for each of the three
  // offsets.
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64');
    const inner = text.slice(4, -4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const written = Object.entries(encodings)
    .filter(([name]) => !name.startsWith('base64') && isMeant(name, secret))
    .map(([, encode]) => encode(secret).replace(/^"+|"+$/g, ''));
  return [...new Set([...inBase64, ...written])];
}

/** Returns where a text contains one of the secrets, in any form. */
export function leaksIn(where: string, text: string, secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) =>
    formsOf(secret)
      .filter((form) => text.includes(form))
      .map((form) => {
        const at = text.indexOf(form);
        return `${where}: …${text.slice(Math.max(0, at - 60), at + 40)}…`;
      }),
  );
}

export function leaksBelow(folder: string, secrets: readonly string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return leaksIn(file.slice(folder.length + 1), readFileSync(file, 'utf8'), secrets);
    });
}
