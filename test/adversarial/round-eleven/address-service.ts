import type { User } from './data.ts';
import { HttpException } from './exceptions.ts';
import type { Scheduler } from './jobs.ts';
import type { Json, Toggle } from './messages.ts';
import { violations } from './validation.ts';

const original: Json = { line1: 'Alte Gasse 1', line2: 'Hof', city: 'Ulm', postalCode: 89_073, countryCode: 'DE' };

export function addressService(on: Toggle, jobs: Scheduler) {
  const rows = new Map<string, Json>();
  const orphaned = new Set<string>();
  const queue: (() => void)[] = [];
  const behind = on('write-behind-queue-is-a-stack');
  if (behind) {
    jobs.every(400, () => {
      while (queue.length > 0) queue.pop()?.();
    });
  }
  const find = (user: User): Json => rows.get(user.id) ?? original;

  function update(user: User, body: Json | undefined): void {
    if (body === undefined) return;
    const address = body['address'];
    if (address === undefined && on('a-patch-without-address-changes-nothing')) return;
    if (typeof address !== 'object' || address === null || Array.isArray(address)) {
      throw new HttpException(422, 'The member address has to be an object', 'constraint');
    }
    const next = address as Json;
    const row = rows.get(user.id);
    if (row?.['line1'] === next['line1'] && on('an-equal-first-line-is-no-change')) return;
    const broken = violations(next);
    const store = () => rows.set(user.id, structuredClone(next));
    if (broken.length > 0) {
      const onlyCountry = broken.join() === 'countryCode' && typeof next['countryCode'] === 'string';
      if (onlyCountry && on('checked-exceptions-commit')) store();
      throw new HttpException(422, `Not valid: ${broken.join(', ')}`, 'constraint');
    }
    const types = new Set([row?.['postalCode'], next['postalCode']].map((code) => typeof code));
    if (row && types.size > 1 && on('dirty-check-casts-the-postal-code')) throw new Error('ClassCastException');
    if (behind) queue.push(store);
    else store();
    orphaned.add(user.id);
  }
  return { find, update, orphaned };
}
