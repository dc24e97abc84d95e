import type { Config } from '../../engine/config/config.ts';
import type { Exchange } from '../../engine/exchange/exchange.ts';
import { readFirst, storedIn, type TestUser } from '../../engine/run/stored-address.ts';
import { bad, type Chapter, good, type Line, note } from './finding.ts';

export function addressChapter({ profile }: Config, exchanges: readonly Exchange[]): Chapter {
  const readBack = profile.addressReadBack;
  const title = 'Addresses';
  if (!readBack) {
    const undeclared =
      'a run changes it and does not restore it; to restore it, set profile.addressReadBack';
    return { title, lines: [note("first user's address", undeclared)] };
  }
  const line = (user: TestUser): Line[] => {
    const read = exchanges.find(({ key }) => key.step === readFirst(user));
    const stored = read && storedIn(read, readBack);
    if (!stored) return [];
    const what = `${user} user's address`;
    if ('address' in stored)
      return [good(what, `read from ${readBack.endpoint}; a run restores it`)];
    if ('absent' in stored) return [note(what, `none, so a run may create one: ${stored.absent}`)];
    return [
      bad(
        what,
        'unread' in stored
          ? `not read, so a run updates no address: ${stored.unread}`
          : stored.misplaced,
      ),
    ];
  };
  return { title, lines: [...line('first'), ...line('second')] };
}
