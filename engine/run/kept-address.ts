import type { Bound } from '../catalogue/bound.ts';
import { see } from '../config/troubleshooting.ts';
import { WrongConfiguration } from '../config/wrong-configuration.ts';
import { type Exchange, isAnswered, type Send, wasSent } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { valueText } from '../exchange/value.ts';
import { isRefusal, isSuccess } from '../judging/answer.ts';
import type { Attempts } from '../traffic/attempts.ts';
import { AddressAuthors } from './address-authors.ts';
import { AddressExchanges, restoring } from './address-exchanges.ts';
import { AddressRestorer, changed } from './address-restorer.ts';
import {
  type Address,
  plain,
  readFirst,
  type StoredAddress,
  storedIn,
  type TestUser,
} from './stored-address.ts';

/**
 * Reads the test users' addresses before any check may change them, and restores them after the
 * last one. A target that confuses users may change the second user's.
 */
export class KeptAddress {
  readonly #bound: Bound;
  readonly #exchanges: AddressExchanges;
  readonly #originals: { [User in TestUser]?: StoredAddress } = {};
  readonly #restorer: AddressRestorer;
  readonly #authors: AddressAuthors;
  #mark: Exchange | undefined;
  #markRead: Promise<void> | undefined;
  #strange: string | undefined;
  /** Why a reading may show somebody else's address, until further readings confirm it. */
  #doubt: string | undefined;
  #settling: Promise<void> | undefined;
  #settled = 0;
  #wait: Attempts['wait'] = async () => false;
  #isOfRuns = false;
  #isUpdated = false;
  #mayDiffer = false;

  /** `runId` distinguishes the marks of two runs. */
  constructor(bound: Bound, send: Send, runId: string) {
    this.#bound = bound;
    this.#exchanges = new AddressExchanges(bound, send);
    this.#restorer = new AddressRestorer(this.#exchanges, this.#originals);
    this.#authors = new AddressAuthors(runId, bound.endpoint.stores ?? []);
  }

  /** Somebody else changes the address, so it is no longer updated or restored. */
  get strange(): string | undefined {
    return this.#strange;
  }

  /** Rejects with a `WrongConfiguration` if the pointer of the read-back is wrong. */
  async read(attempts: Pick<Attempts, 'isReplay' | 'wait'>): Promise<void> {
    const { profile, hasSecondUser } = this.#bound;
    if (!profile.addressReadBack) return;
    this.#wait = (ms) => attempts.wait(ms);
    for (const user of hasSecondUser ? (['first', 'second'] as const) : (['first'] as const)) {
      const original = await this.#exchanges.stored(user, readFirst(user));
      // A run that was recorded continued.
      if (original && 'misplaced' in original && !attempts.isReplay)
        throw new WrongConfiguration(original.misplaced);
      if (original) this.#originals[user] = original;
      if (!original || !('address' in original)) continue;
      this.#authors.keeps(original.address);
      // The second user's address changes only if the target confuses users, or if there is none.
      if (user === 'first') await this.#inspect(original.address);
    }
  }

  /** If runs send the address, watches whether one of them goes on. */
  async #inspect(first: Address): Promise<void> {
    this.#strange = this.#authors.strangeAtFirst(first);
    if (this.#strange !== undefined || !this.#authors.isOfRuns(first)) return;
    this.#isOfRuns = true;
    for (let nth = 0; nth < watchReads && this.#strange === undefined; nth++) {
      if (!(await this.#wait(watchedMs / watchReads))) return;
      const read = await this.#exchanges.stored('first', 'address-watch', nth);
      const isChanged = read && 'address' in read && plain(read.address) !== plain(first);
      if (isChanged) this.#strange ??= this.#authors.changed(read.address);
    }
  }

  /**
   * Marks the first user's address, so that another run sees this one. Two runs that start
   * together overwrite each other's mark, and the one that does not find its own gives way.
   */
  async mark(): Promise<void> {
    const original = this.#originals.first;
    if (this.unread() !== undefined || !original || !('address' in original)) return;
    const address = this.#authors.marked(original.address);
    this.#mark = await this.#exchanges.update('first', 'address-mark', 0, address);
  }

  /** Why a requirement may not update the address. The first call looks whose mark is there. */
  async refusal(attempts: Pick<Attempts, 'until'>): Promise<string | undefined> {
    this.#markRead ??= this.#readMark(attempts);
    await this.#markRead;
    return this.unread();
  }

  /** Waits until a run that started at the same time has marked the address too. */
  async #readMark(attempts: Pick<Attempts, 'until'>): Promise<void> {
    if (!this.#mark || !isAnswered(this.#mark) || !isSuccess(this.#mark)) return;
    await attempts.until?.(this.#mark.endedAt + markedMs);
    await this.#exchanges.stored('first', 'address-mark-read');
    await this.#settle();
  }

  unread(): string | undefined {
    if (this.#strange !== undefined)
      return `no address ${this.#isUpdated ? 'is updated any more' : 'was updated'}: ${this.#strange}. ${see('test-user')}`;
    const unread = Object.entries(this.#originals).find(([, original]) => 'unread' in original);
    if (!unread || !('unread' in unread[1])) return undefined;
    return `no address was updated, because that of the ${unread[0]} test user could not be read: ${unread[1].unread}`;
  }

  /** Resolves to why a request must not be sent. */
  async admit(key: Key, request: Request): Promise<string | undefined> {
    if (!this.#isWrite(key, request)) return undefined;
    await this.#settle();
    if (this.#strange === undefined) this.#authors.sends(request);
    return this.#strange;
  }

  #isWrite({ endpoint }: Key, { method, purpose, path: sent }: Request): boolean {
    const { id, path } = this.#bound.endpoint;
    const isWrite = purpose !== 'restore' && !/^(GET|HEAD|OPTIONS|TRACE)$/.test(method);
    return isWrite && (endpoint === id || valueText(sent).startsWith(path));
  }

  /** Notes updates that the target may have stored, and readings of a strange address. */
  see(exchange: Exchange): void {
    this.#look(exchange);
    // A request that was in flight when the run stopped counts as stopped.
    const maySend = wasSent(exchange) || exchange.sentAt < exchange.endedAt;
    if (!maySend || !this.#isWrite(exchange.key, exchange.request)) return;
    this.#isUpdated = true;
    if (!isAnswered(exchange) || !isRefusal(exchange)) this.#mayDiffer = true;
  }

  /** Resolves to notices for the operator. */
  async putBack(): Promise<readonly (string | undefined)[]> {
    if (!this.#exchanges.readBack) {
      return this.#mayDiffer
        ? [
            `${changed}: declare profile.addressReadBack, so that it can be restored. ${see('test-user')}`,
          ]
        : [];
    }
    // Not sent after a stop: the time must suffice to restore the address.
    if (this.#isUpdated && this.#strange === undefined)
      await this.#exchanges.stored('first', 'address-last');
    await this.#settle();
    if (this.#strange !== undefined)
      return [this.#isUpdated ? notRestored(this.#strange) : this.unread()];
    const problem = this.#isUpdated ? await this.#restorer.restore(this.#mayDiffer) : undefined;
    const left = this.#isOfRuns && problem === undefined ? restoredToRuns : undefined;
    return [
      problem,
      left,
      await this.#absence('first', 'The'),
      await this.#absence('second', 'The second'),
    ];
  }

  async #absence(user: TestUser, which: string): Promise<string | undefined> {
    const original = this.#originals[user];
    if (!original || !('absent' in original)) return undefined;
    const left = this.#isUpdated ? await this.#restorer.left(user) : undefined;
    const isCreated = left !== undefined && 'address' in left;
    // The next run must not take this address for that of a run that is under way.
    if (isCreated && user === 'first') {
      const released = this.#authors.marked(left.address, true);
      await this.#exchanges.update(user, 'address-release', 0, released, restoring);
    }
    return `${which} test user ${isCreated ? 'had no address, and the run created one' : `has no address: ${original.absent}`}`;
  }

  #look(exchange: Exchange): void {
    if (this.#strange !== undefined || exchange.key.step === readFirst('first')) return;
    const { readBack } = this.#exchanges;
    if (!readBack || !this.#exchanges.isReading(exchange.request)) return;
    const read = storedIn(exchange, readBack);
    if (!read || !('address' in read)) return;
    this.#doubt ??= this.#authors.strange(read.address);
    if (this.#authors.hasForeignMark(read.address)) this.#strange = this.#doubt;
  }

  /**
   * Reads a strange address again before it is written: a target may show a wrong one for a
   * moment.
   */
  async #settle(): Promise<void> {
    if (this.#doubt === undefined || this.#strange !== undefined) return;
    this.#settling ??= this.#confirm().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  async #confirm(): Promise<void> {
    const { readBack } = this.#exchanges;
    const doubt = this.#doubt;
    for (let again = 0; again < confirmations; again++) {
      if (again > 0 && !(await this.#wait(confirmedMs))) break;
      this.#doubt = undefined;
      const came = await this.#exchanges.read('first', 'address-again', this.#settled++);
      // A replay hears the readings in another order, and may doubt what the run did not.
      if (!came || !readBack || ('lost' in came.answer && came.answer.lost === 'not-recorded'))
        return;
      const read = storedIn(came, readBack);
      if (read && 'address' in read && this.#doubt === undefined) return;
    }
    this.#strange ??= doubt;
  }
}

/** How long and how often a run watches whether another one changes the address. */
const [watchedMs, watchReads] = [6_000, 12];

/** So many further readings, so far apart, must be strange too. */
const [confirmations, confirmedMs] = [2, 300];

/** Longer than another run takes from reading the address to marking it. */
const markedMs = 1_000;

const restoredToRuns = `Before this run, the test user's address was one that test runs send. If a killed run left it there, set the user's own address. ${see('test-user')}`;

const notRestored = (why: string) =>
  `The test user's address was not restored, because this run has not written it: ${why}. Compare it with the user's own address. ${see('test-user')}`;
