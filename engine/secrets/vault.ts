import { randomBytes } from 'node:crypto';
import { grouped } from '../exchange/collections.ts';
import { besideName, nameOfOrdinary } from './beside-name.ts';
import { ofJwts, replaceRuns } from './char-class.ts';
import { Fragments, shortestPiece } from './fragments.ts';
import {
  codedForms,
  literal,
  runIn,
  type Spelling,
  spellingsOf,
  withPlainLetters,
} from './spellings.ts';

/** Replacing shorter secrets would garble ordinary words. */
const shortest = 4;
/** Longer secrets fit into no request. Only pieces of them are searched for. */
const longest = 16_384;
const keptForms = 256;

type Searched = Spelling &
  Readonly<{
    isNoLeak?: boolean;
  }>;

type Needle = Searched &
  Readonly<{
    symbol: string;
  }>;

/** Needles whose anchors begin alike. A string without that beginning contains none. */
type Bundle = Readonly<{
  head: string;
  needles: readonly Needle[];
  leastRun: number;
}>;

/**
 * The only store of the values of symbols. Every response passes `redact`, so recorded data
 * contains secrets only as symbols.
 */
export class Vault {
  readonly #texts = new Map<string, string>();
  readonly #issued = new Set<string>();
  readonly #needles = new Map<string, readonly Needle[]>();
  readonly #fragments = new Fragments();
  /** Undefined after a new secret. */
  #bundles: readonly Bundle[] | undefined;
  readonly #random: (size: number) => Uint8Array;

  constructor(random: (size: number) => Uint8Array = randomBytes) {
    this.#random = random;
  }

  /** The usual encodings of a secret and the parts of a JWT are searched for from now on. */
  set(symbol: string, text: string, kind: 'secret' | 'plain') {
    this.#texts.set(symbol, text);
    if (kind !== 'secret' || text.length < shortest) return;
    for (const form of [text, ...codedForms(text)]) this.#fragments.add(form, symbol);
    const forms = text.length > longest ? [] : searchedFor(symbol, text);
    const patterns = new Set(forms.map(({ pattern }) => pattern));
    // The earlier token stays secret after a renewal.
    const earlier = (this.#needles.get(symbol) ?? []).filter(
      ({ pattern }) => !patterns.has(pattern),
    );
    this.#needles.set(
      symbol,
      [...forms.map((form) => ({ ...form, symbol })), ...earlier].slice(0, keptForms),
    );
    this.#bundles = undefined;
  }

  issue(symbol: string, token: string, kind: 'secret' | 'plain') {
    const isRepeated = this.#issued.has(token);
    this.#issued.add(token);
    this.set(symbol, token, kind);
    return isRepeated;
  }

  /** `unique` differs each time, so that a declared sample is accepted more than once. */
  get(symbol: string) {
    return symbol === 'unique'
      ? Buffer.from(this.#random(12)).toString('hex')
      : this.#texts.get(symbol);
  }

  redact(text: string) {
    const read = withPlainLetters(text);
    const redacted = this.#redactPlain(read);
    // A string without secrets is returned unchanged.
    return redacted.text === read ? { ...redacted, text } : redacted;
  }

  #redactPlain(text: string) {
    const echoes = new Set<string>();
    let clean = text;
    const withoutThose = (which: (parts: readonly string[]) => boolean) => {
      if (!clean.includes('eyJ')) return;
      clean = replaceRuns(clean, ofJwts, 3, (run) =>
        withoutJwts(run, which, () => echoes.add('jwt')),
      );
    };
    // First, because one may begin like a known JWT, whose replacement would leave its rest.
    withoutThose(
      ([, , signature = '']) =>
        signature.length >= shortestPiece && this.#fragments.hide(signature) === signature,
    );
    const whole = clean;
    const run = runIn(whole);
    const found: Needle[] = [];
    this.#bundles ??= bundled([...this.#needles.values()].flat());
    for (const { head, needles, leastRun } of this.#bundles) {
      if (leastRun > run || !whole.includes(head)) continue;
      for (const needle of needles) {
        if (needle.run <= run && needle.length <= whole.length && whole.includes(needle.anchor))
          found.push(needle);
      }
    }
    if (found.length > 0) {
      // Longest first, as one may contain another. All at once, so that no replacement is searched.
      found.sort(byLength);
      const sources = found.map(({ pattern }) => `(${pattern})`);
      clean = whole.replace(
        new RegExp(sources.join('|'), 'gu'),
        (form: string, ...groups: unknown[]) => {
          const { symbol = '', isNoLeak = false } =
            found[groups.findIndex((group) => group !== undefined)] ?? {};
          if (!isNoLeak) echoes.add(symbol);
          // A number by a number: the string may be JSON.
          return /^\d+$/.test(form) ? '9'.repeat(form.length) : `{{${symbol}}}`;
        },
      );
    }
    // A piece does not count as an echo, but it must not be recorded either.
    clean = this.#fragments.hide(clean);
    withoutThose(() => true);
    return { text: clean, echoes: [...echoes].sort() };
  }
}

function bundled(needles: readonly Needle[]) {
  const byHead = grouped(needles, ({ anchor }) => anchor.slice(0, 8));
  return [...byHead].map(([head, some]) => ({
    head,
    needles: some,
    leastRun: Math.min(...some.map(({ run }) => run)),
  }));
}

const byLength = (left: Needle, right: Needle) =>
  right.length - left.length ||
  (`${left.pattern}\n${left.symbol}` < `${right.pattern}\n${right.symbol}` ? -1 : 1);

/** Of the latest secrets. The vaults of several runs often have the same. */
const spelt = new Map<string, readonly Searched[]>();
const mostSpelt = 64;

function formsOf(secret: string) {
  const known = spelt.get(secret);
  if (known) return known;
  const parts = secret.split('.');
  const ofPart = (part: string, nth: number) =>
    part.length < 16 ? [] : [{ ...literal(part), isNoLeak: nth === 0 && part.startsWith('eyJ') }];
  const jwtParts = parts.length >= 3 ? parts.flatMap(ofPart) : [];
  const byPattern = new Map<string, Searched>(
    [...spellingsOf(secret), ...jwtParts].map((one) => [one.pattern, one]),
  );
  const forms = [...byPattern.values()].filter(({ length }) => length >= shortest);
  spelt.set(secret, forms);
  for (const earliest of spelt.keys()) {
    if (spelt.size <= mostSpelt) break;
    spelt.delete(earliest);
  }
  return forms;
}

function searchedFor(symbol: string, secret: string) {
  const all = formsOf(secret);
  const name = nameOfOrdinary(symbol, secret);
  if (name === undefined) return all.map(asWord);
  // What an operator sends to a gateway may be no secret after all.
  const isNoLeak = symbol.startsWith('gateway:');
  return all.map((one) => ({ ...(besideName(name, secret, one) ?? asWord(one)), isNoLeak }));
}

/** Short forms and numbers occur in longer words by chance, e.g. in a timestamp. */
function asWord<T extends Spelling>(one: T) {
  const isOrdinary = one.length < 8 || /^\d+$/.test(one.pattern);
  return isOrdinary
    ? { ...one, pattern: `(?<![\\p{L}\\p{N}])(?:${one.pattern})(?![\\p{L}\\p{N}])` }
    : one;
}

/**
 * `eyJ` with at least eight more characters, and up to four parts after dots. A regular expression
 * would take quadratic time on a body full of `eyJ`.
 */
function withoutJwts(
  run: string,
  which: (parts: readonly string[]) => boolean,
  onFound: () => void,
) {
  const parts = run.split('.');
  const clean: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    const start = part.indexOf('eyJ');
    const isJwt = start >= 0 && part.length - start >= 11 && at + 1 < parts.length;
    if (!isJwt || !which(parts.slice(at, at + 5))) {
      clean.push(part);
      continue;
    }
    onFound();
    clean.push(`${part.slice(0, start)}{{jwt}}`);
    at += Math.min(4, parts.length - at - 1);
  }
  return clean.join('.');
}
