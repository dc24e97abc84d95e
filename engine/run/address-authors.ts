import { createHash } from 'node:crypto';
import { type Request, valueText } from '../exchange/index.ts';
import { parsedJson } from '../schema/json-value.ts';
import { type Members, normalised, shortest } from '../trial/stored.ts';
import { type Address, specifiedIn, specifiedMembers } from './stored-address.ts';

const longestBody = 20_000;

const anotherRun = 'another run changes the address of the same test user';
const somebody = 'another run or a person changes the address of the same test user';
const marked =
  "the test user's address has the mark of a run: of another one under way, or of one that was " +
  "killed. Wait for it, or set the user's own address";

/** A mark is a line that no real address contains: `Room ` and the digits of one run. */
const anyMark = /room[^\p{L}\p{N}]*(\d{7})(?!\d)/iu;
/** Says that no run is under way. */
const released = '0000000';

export class AddressAuthors {
  readonly #digits;
  readonly #stores;
  readonly #sent = new Set<string>();
  readonly #before = new Set<string>();
  /** Whether a reading has shown what was sent: a read-back may mask or rewrite everything. */
  #isRecognisable = false;

  constructor(runId: string, stores: readonly Members[]) {
    const number = createHash('sha256').update(runId).digest().readUIntBE(0, 6);
    this.#digits = String(1_000_000 + (number % 9_000_000));
    this.#stores = stores.map((address) => ({
      texts: textsOf(address),
      lines: textsOf(address, lineNames),
    }));
  }

  marked(address: Address, isReleased = false): Address {
    return { ...specifiedIn(address), line2: `Room ${isReleased ? released : this.#digits}` };
  }

  /** Its JSON may be malformed. */
  sends({ body = '' }: Request) {
    const text = valueText(body);
    // The other members of an oversized address are known.
    if (text.length > longestBody) return;
    for (const sent of scalarsIn(text)) this.#sent.add(sent);
  }

  keeps(address: Address) {
    for (const text of textsOf(address)) this.#before.add(text);
  }

  strangeAtFirst(address: Address): string | undefined {
    return [undefined, released].includes(this.#markIn(address)) ? undefined : marked;
  }

  isOfRuns(address: Address) {
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

  hasForeignMark(address: Address) {
    return this.#markIn(address) !== undefined;
  }

  #markIn(address: Address) {
    // As it was read: otherwise a room and the number of a house may look like a mark.
    const texts = specifiedMembers.map((name) => String(address[name]));
    const [, digits] = texts.map((text) => anyMark.exec(text)).find((found) => found) ?? [];
    return digits === this.#digits ? undefined : digits;
  }

  #isStored(texts: readonly string[]) {
    return this.#stores.some(
      (stored) => isMost(texts, stored.texts) && stored.lines.some((line) => texts.includes(line)),
    );
  }
}

/** Contained in each other, because an address service rewrites both lines. */
function isMost(texts: readonly string[], others: readonly string[]) {
  const isAmong = (text: string) =>
    others.some((other) => other.includes(text) || text.includes(other));
  return texts.length > 0 && texts.filter(isAmong).length >= texts.length / 2;
}

/** Not the country: a target may show its name or another code. */
const compared = specifiedMembers.filter((name) => name !== 'countryCode');

function textsOf(address: Members, names: readonly string[] = compared) {
  const texts = names.map((name) => normalised(address[name] ?? ''));
  return texts.filter((text) => text.length >= shortest);
}

const lineNames = ['line1', 'line2'];
const noValues: ReadonlySet<string> = new Set(['address', ...specifiedMembers]);

function scalarsIn(body: string) {
  const found = [...body.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\d+/g)].map(
    ([whole, text = whole]) => text,
  );
  const texts = found.flatMap((text) => [text, parsedJson(`"${text}"`) ?? text]).map(normalised);
  return texts.filter((text) => text.length >= shortest && !noValues.has(text));
}
