import { randomBytes } from 'node:crypto';

/** Secrets shorter than this are not searched for in answers: replacing them would garble ordinary text. */
const shortest = 4;
/** Forms of one symbol's secrets that are searched for: the latest, and those of renewed tokens before it. */
const keptForms = 256;

interface Needle {
  readonly text: string;
  readonly symbol: string;
}

/** Occurs within words and numbers by chance, and is searched for as a whole word: a timestamp must stay one. */
function isOrdinary(text: string): boolean {
  return text.length < 8 || /^\d+$/.test(text);
}

/**
 * What symbols stand for, and the only place that knows: requests get their text here on the way to the wire, and
 * everything that comes back passes `redact`, so that a secret never leaves this process in any other form.
 */
export class Vault {
  readonly #texts = new Map<string, string>();
  readonly #needles = new Map<string, readonly Needle[]>();
  /** Longest first, so that a secret inside another one does not break it up. */
  #sorted: readonly Needle[] = [];

  /** Makes a symbol known. Of a secret, all usual encodings and the parts of a JWT are searched for from now on. */
  set(symbol: string, text: string, kind: 'secret' | 'plain'): void {
    this.#texts.set(symbol, text);
    if (kind !== 'secret' || text.length < shortest) return;
    const forms = encodings(text);
    // A renewed token does not make the earlier one public.
    const earlier = (this.#needles.get(symbol) ?? []).filter((needle) => !forms.includes(needle.text));
    this.#needles.set(symbol, [...forms.map((form) => ({ text: form, symbol })), ...earlier].slice(0, keptForms));
    this.#sorted = [...this.#needles.values()].flat().sort(byLength);
  }

  /** `unique` stands for another text each time: what a declared sample needs to be accepted more than once. */
  get(symbol: string): string | undefined {
    return symbol === 'unique' ? randomBytes(12).toString('hex') : this.#texts.get(symbol);
  }

  has(symbol: string): boolean {
    return this.#texts.has(symbol);
  }

  /** The text with every secret replaced by `{{symbol}}`, and the symbols that were found. */
  redact(text: string): { readonly text: string; readonly echoes: readonly string[] } {
    const echoes = new Set<string>();
    let clean = text;
    const found: Needle[] = [];
    // From the shortest on: most texts are header values, and no longer than a token.
    for (let at = this.#sorted.length - 1; at >= 0; at--) {
      const needle = this.#sorted[at] as Needle;
      if (needle.text.length > text.length) break;
      if (text.includes(needle.text)) found.unshift(needle);
    }
    if (found.length > 0) {
      // All at once: what stands for one secret is not searched for another.
      const symbols = new Map([...found].reverse().map((needle) => [needle.text, needle.symbol]));
      clean = text.replace(new RegExp(found.map(patternOf).join('|'), 'gu'), (form) => {
        const symbol = symbols.get(form) ?? '';
        echoes.add(symbol);
        // Where a number stood there has to be one: the text may be JSON.
        return /^\d+$/.test(form) ? '9'.repeat(form.length) : `{{${symbol}}}`;
      });
    }
    if (clean.includes('eyJ')) {
      clean = clean.replace(/[A-Za-z0-9_.-]+/g, (run) => withoutJwts(run, () => echoes.add('jwt')));
    }
    return { text: clean, echoes: [...echoes].sort() };
  }
}

function byLength(left: Needle, right: Needle): number {
  return (
    right.text.length - left.text.length || (`${left.text}\n${left.symbol}` < `${right.text}\n${right.symbol}` ? -1 : 1)
  );
}

function patternOf({ text }: Needle): string {
  const escaped = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return isOrdinary(text) ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
}

/**
 * Whatever has the shape of a JWT replaced, in a run of its characters: `eyJ`, eight characters or more, and up to four
 * parts behind dots. By hand, because a regular expression takes quadratic time for a body full of `eyJ`.
 */
function withoutJwts(run: string, onFound: () => void): string {
  const parts = run.split('.');
  const clean: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    const start = part.indexOf('eyJ');
    if (start < 0 || part.length - start < 11 || at + 1 === parts.length) {
      clean.push(part);
      continue;
    }
    onFound();
    clean.push(`${part.slice(0, start)}{{jwt}}`);
    at += Math.min(4, parts.length - at - 1);
  }
  return clean.join('.');
}

/** The secret in the forms in which programs repeat it. */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const parts = secret.split('.');
  const jwtParts = parts.length >= 3 ? parts.filter((part) => part.length >= 16) : [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(bytes.toString());
  const strictly = inUrl.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const inHtml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const forms = new Set([
    secret,
    bytes.toString('latin1'),
    inJson,
    inJson.replaceAll('/', '\\/'),
    inUrl,
    inUrl.replace(/%../g, (code) => code.toLowerCase()),
    strictly,
    new URLSearchParams({ s: secret }).toString().slice(2),
    inHtml.replaceAll("'", '&#39;'),
    inHtml.replaceAll('>', '&gt;').replaceAll("'", '&#39;'),
    inHtml.replaceAll('>', '&gt;').replaceAll("'", '&#x27;'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...jwtParts,
  ]);
  return [...forms].filter((form) => form.length >= shortest);
}
