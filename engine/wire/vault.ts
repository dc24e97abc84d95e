/** Secrets shorter than this are not searched for in answers: replacing them would garble ordinary text. */
const shortest = 4;
const jwtShaped = /eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,4}/g;

interface Needle {
  readonly text: string;
  readonly symbol: string;
}

/**
 * What symbols stand for, and the only place that knows: requests get their text here on the way to the wire, and
 * everything that comes back passes `redact`, so that a secret never leaves this process in any other form.
 */
export class Vault {
  readonly #texts = new Map<string, string>();
  readonly #needles = new Map<string, Needle[]>();

  /** Makes a symbol known. Of a secret, all usual encodings and the parts of a JWT are searched for from now on. */
  set(symbol: string, text: string, kind: 'secret' | 'plain'): void {
    this.#texts.set(symbol, text);
    if (kind === 'secret' && text.length >= shortest) {
      // A renewed token does not make the earlier one public.
      const earlier = this.#needles.get(symbol) ?? [];
      this.#needles.set(
        symbol,
        [...encodings(text).map((needle) => ({ text: needle, symbol })), ...earlier].slice(0, 64),
      );
    }
  }

  get(symbol: string): string | undefined {
    return this.#texts.get(symbol);
  }

  has(symbol: string): boolean {
    return this.#texts.has(symbol);
  }

  /** The text with every secret replaced by `{{symbol}}`, and the symbols that were found. */
  redact(text: string): { readonly text: string; readonly echoes: readonly string[] } {
    const echoes = new Set<string>();
    let clean = text;
    for (const needles of this.#needles.values()) {
      for (const needle of needles) {
        if (!clean.includes(needle.text)) continue;
        clean = clean.replaceAll(needle.text, () => `{{${needle.symbol}}}`);
        echoes.add(needle.symbol);
      }
    }
    if (clean.includes('eyJ')) {
      clean = clean.replace(jwtShaped, () => {
        echoes.add('jwt');
        return '{{jwt}}';
      });
    }
    return { text: clean, echoes: [...echoes].sort() };
  }
}

/** The secret in the forms in which programs repeat it, longest first. */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const parts = secret.split('.');
  const jwtParts = parts.length >= 3 ? parts.filter((part) => part.length >= 16) : [];
  const forms = new Set([
    secret,
    bytes.toString('latin1'),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    ...jwtParts,
  ]);
  return [...forms].filter((form) => form.length >= shortest).sort((left, right) => right.length - left.length);
}
