import type { Bound } from '../catalogue/index.ts';
import { see, WrongConfiguration } from '../config/index.ts';
import {
  type Exchange,
  isAnswered,
  type Key,
  lostOf,
  ofWords,
  type Request,
  type Send,
  say,
  valueText,
  wasSent,
} from '../exchange/index.ts';
import { isRefusal, isSuccess } from '../judging/answer.ts';
import type { Attempts } from '../traffic/attempts.ts';
import { AddressAuthors } from './address-authors.ts';
import { AddressExchanges, changed } from './address-exchanges.ts';
import { type Address, plain, readFirst, type TestUser } from './stored-address.ts';

/** A target that confuses users may change the second user's address. */
export class KeptAddress {
  readonly #bound;
  readonly #attempts;
  readonly #exchanges;
  readonly #authors;
  #mark: Exchange | undefined;
  #markRead: Promise<void> | undefined;
  #strange: string | undefined;
  /** Why a reading may show somebody else's address, until further readings confirm it. */
  #doubt: string | undefined;
  #settling: Promise<void> | undefined;
  #settled = 0;
  #isOfRuns = false;
  #isUpdated = false;
  #mayDiffer = false;

  /** `runId` distinguishes the marks of two runs. */
  constructor(bound: Bound, send: Send, runId: string, attempts: Attempts) {
    this.#bound = bound;
    this.#attempts = attempts;
    this.#exchanges = new AddressExchanges(bound, send);
    this.#authors = new AddressAuthors(runId, bound.endpoint.stores ?? []);
  }

  get strange() {
    return this.#strange;
  }

  /** Rejects with a `WrongConfiguration` if the pointer of the read-back is wrong. */
  async read() {
    const { profile, hasSecondUser } = this.#bound;
    if (!profile.addressReadBack) return;
    const users: readonly TestUser[] = hasSecondUser ? ['first', 'second'] : ['first'];
    for (const user of users) {
      const original = await this.#exchanges.stored(user, readFirst(user));
      // A run that was recorded continued.
      if (original && 'misplaced' in original && !this.#attempts.isReplay)
        throw new WrongConfiguration(original.misplaced);
      if (original) this.#exchanges.originals[user] = original;
      if (!original || !('address' in original)) continue;
      this.#authors.keeps(original.address);
      // The second user's address changes only if the target confuses users, or if there is none.
      if (user === 'first') await this.#inspect(original.address);
    }
  }

  /** Whether a run that sends the address goes on. */
  async #inspect(first: Address) {
    this.#strange = this.#authors.strangeAtFirst(first);
    if (this.#strange !== undefined || !this.#authors.isOfRuns(first)) return;
    this.#isOfRuns = true;
    for (let nth = 0; nth < watchReads && this.#strange === undefined; nth++) {
      if (!(await this.#attempts.wait(watchedMs / watchReads))) return;
      const read = await this.#exchanges.stored('first', 'address-watch', nth);
      const isChanged = read && 'address' in read && plain(read.address) !== plain(first);
      if (isChanged) this.#strange ??= this.#authors.changed(read.address);
    }
  }

  /**
   * Marks the first user's address, so that another run sees this one. Two runs that start together
   * overwrite each other's mark, and the one that does not find its own gives way.
   */
  async mark() {
    const original = this.#exchanges.original('first');
    if (this.unread() !== undefined || !original) return;
    const address = this.#authors.marked(original);
    this.#mark = await this.#exchanges.update('first', 'address-mark', address);
  }

  /** Why a requirement may not update the address. The first call looks whose mark is there. */
  async refusal() {
    this.#markRead ??= this.#readMark();
    await this.#markRead;
    return this.unread();
  }

  /** Waits until a run that started at the same time has marked the address too. */
  async #readMark() {
    if (!this.#mark || !isAnswered(this.#mark) || !isSuccess(this.#mark)) return;
    await this.#attempts.until?.(this.#mark.endedAt + markedMs);
    await this.#exchanges.stored('first', 'address-mark-read');
    await this.#settle();
  }

  unread() {
    if (this.#strange !== undefined) return ofWords(this.#notUpdated(this.#strange));
    for (const [user, original] of Object.entries(this.#exchanges.originals)) {
      if (!('unread' in original)) continue;
      const whose = ofWords(`that of the ${user} test user`);
      return say`no address was updated, because ${whose} could not be read: ${original.unread}`;
    }
    return undefined;
  }

  #notUpdated(why: string) {
    const updated = this.#isUpdated ? 'is updated any more' : 'was updated';
    return `no address ${updated}: ${why}. ${see('test-user')}`;
  }

  async admit(key: Key, request: Request) {
    if (!this.#isWrite(key, request)) return undefined;
    await this.#settle();
    if (this.#strange === undefined) this.#authors.sends(request);
    return this.#strange;
  }

  #isWrite({ endpoint }: Key, { method, purpose, path: sent }: Request) {
    const { id, path } = this.#bound.endpoint;
    const isWrite = purpose !== 'restore' && !/^(GET|HEAD|OPTIONS|TRACE)$/.test(method);
    return isWrite && (endpoint === id || valueText(sent).startsWith(path));
  }

  see(exchange: Exchange) {
    this.#look(exchange);
    // A request that was in flight when the run stopped counts as stopped.
    const maySend = wasSent(exchange) || exchange.sentAt < exchange.endedAt;
    if (!maySend || !this.#isWrite(exchange.key, exchange.request)) return;
    this.#isUpdated = true;
    if (!isAnswered(exchange) || !isRefusal(exchange)) this.#mayDiffer = true;
  }

  async putBack(): Promise<readonly (string | undefined)[]> {
    if (!this.#exchanges.readBack) return this.#mayDiffer ? [undeclared] : [];
    // Not sent after a stop: the time must suffice to restore the address.
    if (this.#isUpdated && this.#strange === undefined)
      await this.#exchanges.stored('first', 'address-last');
    await this.#settle();
    if (this.#strange !== undefined)
      return [this.#isUpdated ? notRestored(this.#strange) : this.#notUpdated(this.#strange)];
    const problem = this.#isUpdated ? await this.#exchanges.restore(this.#mayDiffer) : undefined;
    return [
      problem,
      this.#isOfRuns && problem === undefined ? restoredToRuns : undefined,
      await this.#absence('first', 'The'),
      await this.#absence('second', 'The second'),
    ];
  }

  async #absence(user: TestUser, which: string) {
    const original = this.#exchanges.originals[user];
    if (!original || !('absent' in original)) return undefined;
    const left = this.#isUpdated ? await this.#exchanges.left(user) : undefined;
    if (!left || !('address' in left))
      return `${which} test user has no address: ${original.absent}`;
    // The next run must not take this address for that of a run that is under way.
    if (user === 'first') {
      const released = this.#authors.marked(left.address, true);
      await this.#exchanges.update(user, 'address-release', released, true);
    }
    return `${which} test user had no address, and the run created one`;
  }

  #look(exchange: Exchange) {
    if (this.#strange !== undefined || exchange.key.step === readFirst('first')) return;
    const address = this.#exchanges.seenIn(exchange);
    if (!address) return;
    this.#doubt ??= this.#authors.strange(address);
    if (this.#authors.hasForeignMark(address)) this.#strange = this.#doubt;
  }

  /**
   * Reads a strange address again before it is written: a target may show a wrong one for a moment.
   */
  async #settle() {
    if (this.#doubt === undefined || this.#strange !== undefined) return;
    this.#settling ??= this.#confirm().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  async #confirm() {
    const doubt = this.#doubt;
    for (let again = 0; again < confirmations; again++) {
      if (again > 0 && !(await this.#attempts.wait(confirmedMs))) break;
      this.#doubt = undefined;
      const came = await this.#exchanges.read('first', 'address-again', this.#settled++);
      // A replay hears the readings in another order, and may doubt what the run did not.
      if (!came || lostOf(came) === 'not-recorded') return;
      if (this.#exchanges.addressIn(came) && this.#doubt === undefined) return;
    }
    this.#strange ??= doubt;
  }
}

const [watchedMs, watchReads] = [6_000, 12];

/** So many further readings, so far apart, must be strange too. */
const [confirmations, confirmedMs] = [2, 300];

/** Longer than another run takes from reading the address to marking it. */
const markedMs = 1_000;

const undeclared =
  `${changed}: declare profile.addressReadBack, so that it can be restored. ` +
  `${see('test-user')}`;

const restoredToRuns =
  "Before this run, the test user's address was one that test runs send. " +
  `If a killed run left it there, set the user's own address. ${see('test-user')}`;

const notRestored = (why: string) =>
  `The test user's address was not restored, because this run has not written it: ${why}. ` +
  `Compare it with the user's own address. ${see('test-user')}`;
