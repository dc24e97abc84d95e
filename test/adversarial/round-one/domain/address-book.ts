import { ApiError } from '../http/api-error.ts';
import type { On } from '../toggles.ts';
import type { User, UserRepository } from './users.ts';

type Address = Record<string, unknown>;

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;
type Member = (typeof members)[number];
const optional: readonly Member[] = ['line2'];

/** Checks and keeps the address of each user. */
export class AddressBook {
  private readonly on: On;
  private readonly stored = new Map<string, Address>();
  private readonly changedAt = new Map<string, number>();

  constructor(on: On, users: UserRepository) {
    this.on = on;
    const usual = { line1: '1 High Street', line2: 'Flat 2', city: 'Leeds', postalCode: 'LS1 4AP', countryCode: 'GB' };
    for (const user of [users.first, users.second, users.denied]) {
      this.stored.set(user.id, on('shared-default-address') ? usual : { ...usual, line1: `${user.cash} High Street` });
    }
  }

  of(user: User): Address | undefined {
    return this.stored.get(user.id);
  }

  /** The address of a request body, or a refusal. */
  read(body: unknown, user?: User): Address {
    const address = this.unwrap(body);
    const problems: string[] = [];
    const result: Address = {};
    for (const member of members) {
      const value = this.coerce(address[member]);
      const problem = this.problemOf(member, value);
      if (problem !== undefined) problems.push(`${member} ${problem}`);
      else if (value !== undefined) {
        result[member] = value;
        if (this.on('partial-write') && user) this.stored.set(user.id, { ...this.of(user), [member]: value });
      }
    }
    const unknown = Object.keys(address).filter((name) => !members.includes(name as Member));
    if (this.on('strict-bodies') && unknown.length > 0) problems.push('has unknown members');
    if (problems.length > 0) {
      throw new ApiError(this.refusal(), 'The address is not valid.', this.describe(problems));
    }
    return result;
  }

  save(user: User, address: Address): void {
    const before = this.stored.get(user.id);
    const now = Date.now();
    if (this.on('address-throttled') && now - (this.changedAt.get(user.id) ?? 0) < 2000) return;
    this.changedAt.set(user.id, now);
    if (this.on('shared-default-address') && before) Object.assign(before, address);
    else this.stored.set(user.id, address);
  }

  private unwrap(body: unknown): Address {
    const wrapped = isObject(body) ? body['address'] : undefined;
    const strange = this.on('strict-bodies') && isObject(body) && Object.keys(body).length > 1;
    if (!isObject(wrapped) || strange) {
      throw new ApiError(this.refusal(), 'The address is not valid.', this.describe(['address must be an object']));
    }
    return wrapped;
  }

  private coerce(value: unknown): unknown {
    return this.on('ajv-coerces-arrays') && Array.isArray(value) && value.length === 1 ? value[0] : value;
  }

  private problemOf(member: Member, value: unknown): string | undefined {
    const absent = value === undefined || (value === null && !this.on('strict-bodies'));
    if (absent && (optional.includes(member) || this.on('lenient-bodies'))) return undefined;
    const scalar = typeof value === 'boolean' || typeof value === 'number';
    if (scalar && member !== 'countryCode' && this.on('lenient-bodies')) return undefined;
    if (member === 'postalCode' && typeof value === 'number') return undefined;
    if (typeof value !== 'string') return 'has the wrong type';
    if (member === 'countryCode' && !/^[A-Z]{2}$/.test(value)) return 'must be two capital letters';
    return undefined;
  }

  private refusal(): number {
    return this.on('bodies-refused-422') ? 422 : 400;
  }

  private describe(problems: string[]): string | string[] {
    return this.on('description-list') ? problems : problems.join('; ');
  }
}

function isObject(value: unknown): value is Address {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
