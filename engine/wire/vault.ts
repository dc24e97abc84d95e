import { randomBytes } from 'node:crypto';
import { commonWords } from './common-words.ts';
import { Fragments, shortestPiece } from './fragments.ts';
import { ofJwts, replaceRows } from './rows.ts';
import { codedForms, literal, runIn, type Spelling, spellingsOf, withPlainLetters } from './spellings.ts';

/** Secrets shorter than this are not searched for in answers: replacing them would garble ordinary text. */
const shortest = 4;
/** Longer ones can be part of no request: they are looked for by their pieces. */
const longest = 16_384;
/** Forms of one symbol's secrets that are searched for: the latest, and those of renewed tokens before it. */
const keptForms = 256;

const isClientSecret = /^client:[^:]+:secret$/;

interface Redacted {
  readonly text: string;
  readonly echoes: readonly string[];
}

/** What is searched for of a secret. */
interface Searched extends Spelling {
  /** The header of a JWT says nothing but how it is signed: many tokens share it, and masked ones begin with it. */
  readonly isHeader?: boolean;
}

interface Needle extends Searched {
  readonly symbol: string;
}

/** Needles whose anchors begin alike, as those of tokens do: where a text lacks the beginning, it lacks all of them. */
interface Bundle {
  readonly head: string;
  readonly needles: Needle[];
  /** The shortest row of letters and digits in an anchor. */
  leastRun: number;
}

/**
 * What symbols stand for, and the only place that knows: requests get their text here on the way to the wire, and
 * everything that comes back passes `redact`, so that a secret never leaves this process in any other form.
 */
export class Vault {
  readonly #texts = new Map<string, string>();
  readonly #needles = new Map<string, readonly Needle[]>();
  readonly #fragments = new Fragments();
  #bundles: readonly Bundle[] = [];

  /** Makes a symbol known. Of a secret, all usual encodings and the parts of a JWT are searched for from now on. */
  set(symbol: string, text: string, kind: 'secret' | 'plain'): void {
    this.#texts.set(symbol, text);
    if (kind !== 'secret' || text.length < shortest) return;
    for (const form of [text, ...codedForms(text)]) this.#fragments.add(form, symbol);
    const spelt = text.length > longest ? [] : searchedFor(text);
    // Where such a word stands alone it tells nobody that it is the secret.
    const forms = isClientSecret.test(symbol) && commonWords.has(text) ? spelt.map(besideName(text)) : spelt;
    const patterns = new Set(forms.map(({ pattern }) => pattern));
    // A renewed token does not make the earlier one public.
    const earlier = (this.#needles.get(symbol) ?? []).filter(({ pattern }) => !patterns.has(pattern));
    this.#needles.set(symbol, [...forms.map((form) => ({ ...form, symbol })), ...earlier].slice(0, keptForms));
    this.#bundles = bundled([...this.#needles.values()].flat());
  }

  /** `unique` stands for another text each time: what a declared sample needs to be accepted more than once. */
  get(symbol: string): string | undefined {
    return symbol === 'unique' ? randomBytes(12).toString('hex') : this.#texts.get(symbol);
  }

  has(symbol: string): boolean {
    return this.#texts.has(symbol);
  }

  /** The text with every secret replaced by `{{symbol}}`, and the symbols that were found. */
  redact(text: string): Redacted {
    const read = withPlainLetters(text);
    const redacted = this.#redactPlain(read);
    // What hides no secret is kept as it was written.
    return redacted.text === read ? { ...redacted, text } : redacted;
  }

  #redactPlain(text: string): Redacted {
    const echoes = new Set<string>();
    let clean = text;
    const withoutThose = (which: (parts: readonly string[]) => boolean) => {
      if (!clean.includes('eyJ')) return;
      clean = replaceRows(clean, ofJwts, 3, (run) => withoutJwts(run, which, () => echoes.add('jwt')));
    };
    // First: one that nobody told of may begin as a known one does, and what is left of it is no JWT any more.
    withoutThose(
      ([, , signature = '']) => signature.length >= shortestPiece && this.#fragments.hide(signature) === signature,
    );
    const whole = clean;
    const run = runIn(whole);
    const found: Needle[] = [];
    for (const { head, needles, leastRun } of this.#bundles) {
      if (leastRun > run || !whole.includes(head)) continue;
      for (const needle of needles) {
        if (needle.run <= run && needle.length <= whole.length && whole.includes(needle.anchor)) found.push(needle);
      }
    }
    if (found.length > 0) {
      // Longest first, so that a secret inside another one does not break it up; all at once, so that what stands for one
      // secret is not searched for another.
      found.sort(byLength);
      const sources = found.map(({ pattern }) => `(${pattern})`);
      clean = whole.replace(new RegExp(sources.join('|'), 'gu'), (form: string, ...groups: unknown[]) => {
        const { symbol = '', isHeader = false } = found[groups.findIndex((group) => group !== undefined)] ?? {};
        if (!isHeader) echoes.add(symbol);
        // Where a number stood there has to be one: the text may be JSON.
        return /^\d+$/.test(form) ? '9'.repeat(form.length) : `{{${symbol}}}`;
      });
    }
    // A piece of a secret is nobody's echo, but is not written down either.
    clean = this.#fragments.hide(clean);
    withoutThose(() => true);
    return { text: clean, echoes: [...echoes].sort() };
  }
}

function bundled(needles: readonly Needle[]): Bundle[] {
  const bundles = new Map<string, Bundle>();
  for (const needle of needles) {
    const head = needle.anchor.slice(0, 8);
    const bundle = bundles.get(head);
    if (bundle) {
      bundle.needles.push(needle);
      bundle.leastRun = Math.min(bundle.leastRun, needle.run);
    } else bundles.set(head, { head, needles: [needle], leastRun: needle.run });
  }
  return [...bundles.values()];
}

function byLength(left: Needle, right: Needle): number {
  return (
    right.length - left.length || (`${left.pattern}\n${left.symbol}` < `${right.pattern}\n${right.symbol}` ? -1 : 1)
  );
}

/** The spellings of a secret, and the parts of a JWT by themselves. */
function searchedFor(secret: string): Searched[] {
  const parts = secret.split('.');
  const ofPart = (part: string, nth: number) =>
    part.length < 16 ? [] : [{ ...literal(part), isHeader: nth === 0 && part.startsWith('eyJ') }];
  const jwtParts = parts.length >= 3 ? parts.flatMap(ofPart) : [];
  const spelt = new Map<string, Searched>([...spellingsOf(secret), ...jwtParts].map((one) => [one.pattern, one]));
  return [...spelt.values()].filter(({ length }) => length >= shortest).map(asWord);
}

/** What occurs within words and numbers by chance is searched for as a whole word: a timestamp must stay one. */
function asWord<T extends Spelling>(one: T): T {
  const isOrdinary = one.length < 8 || /^\d+$/.test(one.pattern);
  return isOrdinary ? { ...one, pattern: `(?<![\\p{L}\\p{N}])(?:${one.pattern})(?![\\p{L}\\p{N}])` } : one;
}

/** What may stand between the name of a secret and the secret itself: no word, but quotation marks in any coding. */
const between = '(?:[^\\p{L}\\p{N}]|u00[\\dA-Fa-f]{2}|%[\\dA-Fa-f]{2}|&\\w{1,5};)';

/** A common word is the secret where it is called that; its codings, as in Basic credentials, are so anywhere. */
function besideName(word: string): (one: Searched) => Searched {
  // Looked at backwards last: the word is soon found, or not.
  const pattern = `${word}(?![\\p{L}\\p{N}])(?<=(?:secret|Secret|SECRET)${between}{1,12}${word})`;
  return (one) => (one.anchor === word ? { ...one, pattern } : one);
}

/**
 * Whatever has the shape of a JWT, and parts as wanted, replaced in a run of its characters: `eyJ`, eight characters or more, and up to four
 * parts behind dots. By hand, because a regular expression takes quadratic time for a body full of `eyJ`.
 */
function withoutJwts(run: string, which: (parts: readonly string[]) => boolean, onFound: () => void): string {
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
