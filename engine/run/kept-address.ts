import type { Bound } from '../catalogue/bound.ts';
import { see } from '../config/troubleshooting.ts';
import { WrongConfiguration } from '../config/wrong-configuration.ts';
import { type Exchange, isAnswered, type Send, wasSent } from '../exchange/exchange.ts';
import { type Request, withBody, withUser } from '../exchange/request.ts';
import { symbol, valueText } from '../exchange/value.ts';
import { isRefusal, isSuccess, summarize } from '../judging/answer.ts';
import {
  type Address,
  readFirst,
  type StoredAddress,
  specifiedMembers,
  storedIn,
  type TestUser,
} from './stored-address.ts';

const changed = "The test user's address was changed and not restored";

/**
 * Reads the test users' addresses before any check may change them, and writes them back after the last check. The
 * second user's address is only written back if a target that confuses users has changed or deleted it.
 */
export class KeptAddress {
  readonly #bound: Bound;
  readonly #send: Send;
  readonly #originals: { [User in TestUser]?: StoredAddress } = {};
  readonly #checks = { first: 0, second: 0 };
  #isUpdated = false;
  #mayDiffer = false;

  /** `bound` binds the endpoint that updates the address. */
  constructor(bound: Bound, send: Send) {
    this.#bound = bound;
    this.#send = send;
  }

  /** Reads the originals if a read-back is declared. Rejects with a `WrongConfiguration` if its pointer is wrong. */
  async read(isReplay: boolean): Promise<void> {
    const { profile, hasSecondUser } = this.#bound;
    if (!profile.addressReadBack) return;
    for (const user of hasSecondUser ? (['first', 'second'] as const) : (['first'] as const)) {
      const original = await this.#stored(user, readFirst(user));
      // A run that was recorded continued.
      if (original && 'misplaced' in original && !isReplay) throw new WrongConfiguration(original.misplaced);
      if (original) this.#originals[user] = original;
    }
  }

  /** Why nothing may be updated: an original could not be read. */
  unread(): string | undefined {
    const unread = Object.entries(this.#originals).find(([, original]) => 'unread' in original);
    if (!unread || !('unread' in unread[1])) return undefined;
    return `no address was updated, because that of the ${unread[0]} test user could not be read: ${unread[1].unread}`;
  }

  /** Notes whether the target may have stored an update. */
  see(exchange: Exchange): void {
    const { id, path } = this.#bound.endpoint;
    const { method, purpose, path: sent } = exchange.request;
    // A request that was in flight when the run stopped counts as stopped.
    const maySend = wasSent(exchange) || exchange.sentAt < exchange.endedAt;
    const isWrite = purpose !== 'restore' && !/^(GET|HEAD|OPTIONS|TRACE)$/.test(method) && maySend;
    if (!isWrite || (exchange.key.endpoint !== id && !valueText(sent).startsWith(path))) return;
    this.#isUpdated = true;
    if (!isAnswered(exchange) || !isRefusal(exchange)) this.#mayDiffer = true;
  }

  /** Restores the addresses. Resolves to notices about those that differ from before the run, and about absent ones. */
  async putBack(): Promise<readonly (string | undefined)[]> {
    if (!this.#bound.profile.addressReadBack) {
      return this.#mayDiffer
        ? [`${changed}: declare profile.addressReadBack, so that it can be restored. ${see('test-user')}`]
        : [];
    }
    const problem = this.#isUpdated ? await this.#restore() : undefined;
    return [problem, await this.#absence('first', 'The'), await this.#absence('second', 'The second')];
  }

  async #restore(): Promise<string | undefined> {
    const problem = await this.#write('first', 0);
    if (!(await this.#isChanged('second'))) return problem;
    await this.#write('second', 0);
    // If the target confuses the two users, the first user's address is written last.
    return (await this.#isChanged('first')) ? this.#write('first', 1) : problem;
  }

  async #absence(user: TestUser, which: string): Promise<string | undefined> {
    const original = this.#originals[user];
    if (!original || !('absent' in original)) return undefined;
    const left = this.#isUpdated ? await this.#left(user) : undefined;
    const isCreated = left !== undefined && 'address' in left;
    return `${which} test user ${isCreated ? 'had no address, and the run created one' : `has no address: ${original.absent}`}`;
  }

  async #isChanged(user: TestUser): Promise<boolean> {
    const original = this.#originals[user];
    if (!original || !('address' in original)) return false;
    const left = await this.#left(user);
    if (!left) return false;
    return 'address' in left ? plain(left.address) !== plain(original.address) : 'absent' in left;
  }

  async #write(user: TestUser, nth: number): Promise<string | undefined> {
    const original = this.#originals[user];
    if (!original || !('address' in original)) return undefined;
    let said = '';
    for (const [index, address] of forms(original.address).entries()) {
      const update = withBody(this.#bound.wellFormed(), JSON.stringify({ address }));
      const exchange = await this.#ask(user, `address-put-back-${user}`, nth * 2 + index, restoring(update));
      if (isAnswered(exchange) && isSuccess(exchange)) return undefined;
      said = summarize(exchange);
    }
    // A target that refuses every update refuses this one too.
    if (!this.#mayDiffer && !(await this.#isChanged(user))) return undefined;
    return `${changed}: the request that restores it got ${said}. ${see('test-user')}`;
  }

  #left(user: TestUser): Promise<StoredAddress | undefined> {
    return this.#stored(user, `address-put-back-check-${user}`, this.#checks[user]++, restoring);
  }

  async #stored(
    user: TestUser,
    step: string,
    index = 0,
    as = (request: Request) => request,
  ): Promise<StoredAddress | undefined> {
    const readBack = this.#bound.profile.addressReadBack;
    if (!readBack) return undefined;
    return storedIn(await this.#ask(user, step, index, as(this.#bound.wellFormed(readBack.endpoint))), readBack);
  }

  #ask(user: TestUser, step: string, index: number, request: Request): Promise<Exchange> {
    const key = { requirement: 'run/setup', endpoint: this.#bound.endpoint.id, index, step, attempt: 0 };
    return this.#send(key, withUser(request, symbol(`user:${user}`)));
  }
}

const restoring = (request: Request): Request => ({ ...request, purpose: 'restore' });

/** Serialises an address to compare it: its specified members, or all if it has none. Replicas may differ in others. */
function plain(address: Address): string {
  const named = specifiedMembers.filter((name) => address[name] !== undefined && address[name] !== null);
  const members = named.length > 0 ? named : Object.keys(address).sort();
  return JSON.stringify(members.map((name) => [name, address[name] ?? null]));
}

/** Returns the address as read, and with its specified members only, for servers that store more than they accept. */
function forms(original: Address): Address[] {
  const known = Object.entries(original).filter(([name, value]) => specifiedMembers.includes(name) && value !== null);
  return [original, Object.fromEntries(known)];
}
