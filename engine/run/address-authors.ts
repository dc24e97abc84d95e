import { createHash } from 'node:crypto';
import type { Request } from '../exchange/request.ts';
import { valueText } from '../exchange/value.ts';
import { type Members, normalised, shortest } from '../trial/stored.ts';
import { type Address, specifiedMembers } from './stored-address.ts';

const longestBody = 20_000;

const anotherRun = 'another run changes the address of the same test user';
const somebody = 'another run or a person changes the address of the same test user';
const marked =
  "the test user's address has the mark of a run. Another run with the same user is under way, or a run was killed before it restored the address. Wait for the other run. If there is none, set the user's own address";

/** A line that no real address contains. The digits are those of one run. */
const markOf = (digits: string) => `Room ${digits}`;
const anyMark = /room[^\p{L}\p{N}]*(\d{7})(?!\d)/iu;
/** Says that no run is under way. */
const released = '0000000';

/** Decides from readings of the test user's address whether somebody else writes it too. */
export class AddressAuthors {
  readonly #digits: string;
  readonly #stores: readonly {
    readonly texts: readonly string[];
    readonly lines: readonly string[];
  }[];
  /** Normalised values that this run sent, and those from before. */
  readonly #sent = new Set<string>();
  readonly #before = new Set<string>();
  /** Whether a reading has shown what this run sent: a read-back may mask or rewrite everything. */
  #isRecognisable = false;

  constructor(runId: string, stores: readonly Members[]) {
    const number = Number.parseInt(
      createHash('sha256').update(runId).digest('hex').slice(0, 12),
      16,
    );
    this.#digits = String(1_000_000 + (number % 9_000_000));
    this.#stores = stores.map((address) => ({
      texts: textsOf(address),
      lines: textsOf(address, lineNames),
    }));
  }

  marked(address: Address, isReleased = false): Address {
    const members = Object.entries(address).filter(
      ([name, value]) => specifiedMembers.includes(name) && value !== null,
    );
    return { ...Object.fromEntries(members), line2: markOf(isReleased ? released : this.#digits) };
  }

  /** Its JSON may be malformed. */
  sends({ body = '' }: Request): void {
    const text = valueText(body);
    // The other members of an oversized address are known.
    if (text.length > longestBody) return;
    for (const sent of scalarsIn(text)) this.#sent.add(sent);
  }

  keeps(address: Address): void {
    for (const text of textsOf(address)) this.#before.add(text);
  }

  /** Why the first reading is not the user's own address. */
  strangeAtFirst(address: Address): string | undefined {
    return [undefined, released].includes(this.#markIn(address)) ? undefined : marked;
  }

  /** A killed run may have left it, or it is the user's own one too. */
  isOfRuns(address: Address): boolean {
    return this.#markIn(address) === undefined && this.#isStored(textsOf(address));
  }

  changed(address: Address): string {
    return this.#isStored(textsOf(address)) ? anotherRun : somebody;
  }

  /** Who has written the address that a later reading shows. Undefined if this run may have. */
  strange(address: Address): string | undefined {
    const texts = textsOf(address);
    if (this.#markIn(address) !== undefined) return `${anotherRun}: its mark is in the address`;
    if (isMost(texts, [...this.#sent])) this.#isRecognisable = true;
    if (texts.length < 2 || isMost(texts, [...this.#sent, ...this.#before])) return undefined;
    if (this.#isStored(texts))
      return `${anotherRun}: it has stored an address that this run has not sent`;
    return this.#isRecognisable
      ? `${somebody}: an address is stored that this run has not sent`
      : undefined;
  }

  hasForeignMark(address: Address): boolean {
    return this.#markIn(address) !== undefined;
  }

  #markIn(address: Address): string | undefined {
    // Without its separators, a room and the number of a house may look like a mark.
    const texts = specifiedMembers.map((name) => String(address[name]));
    const [, digits] = texts.map((text) => anyMark.exec(text)).find((found) => found) ?? [];
    return digits === this.#digits ? undefined : digits;
  }

  /** Whether at least half of the texts, and a line, are from an address that runs send. */
  #isStored(texts: readonly string[]): boolean {
    return this.#stores.some(
      (stored) => isMost(texts, stored.texts) && stored.lines.some((line) => texts.includes(line)),
    );
  }
}

/** Contained in each other, because an address service rewrites both lines. */
function isMost(texts: readonly string[], others: readonly string[]): boolean {
  const isAmong = (text: string) =>
    others.some((other) => other.includes(text) || text.includes(other));
  return texts.length > 0 && texts.filter(isAmong).length >= texts.length / 2;
}

/** Not the country: a target may show its name or another code. */
const compared = specifiedMembers.filter((name) => name !== 'countryCode');

function textsOf(address: Members, names: readonly string[] = compared): readonly string[] {
  const texts = names.map((name) => normalised(address[name] ?? ''));
  return texts.filter((text) => text.length >= shortest);
}

const lineNames = ['line1', 'line2'];
const noValues: ReadonlySet<string> = new Set(['address', ...specifiedMembers]);

/** The normalised strings and numbers in JSON, which may be malformed. */
function scalarsIn(body: string): readonly string[] {
  const found = [...body.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\d+/g)].map(
    ([whole, text = whole]) => text,
  );
  const texts = found.flatMap((text) => [text, decoded(text)]).map(normalised);
  return texts.filter((text) => text.length >= shortest && !noValues.has(text));
}

function decoded(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
