import { type Ref, region } from './actor.ts';
import type { Address, Journal, UserState } from './journal.ts';
import type { Settings } from './settings.ts';

type Command = { readonly kind: 'get' } | { readonly kind: 'change-address'; readonly address: Address };

export type Users = (id: string) => Ref<Command, UserState | undefined>;

export const userRegion = (journal: Journal): Users =>
  region<UserState | undefined, Command, UserState | undefined>((id) => ({
    idleMs: 2000,
    recover: () => journal.recover(id),
    receive: async (state, command) => {
      if (!state || command.kind === 'get') return [state, state];
      journal.append(id, { type: 'address-changed', address: command.address });
      const next = { ...state, address: command.address };
      return [next, next];
    },
  }));

export function createUsers(journal: Journal, { users }: Settings): void {
  const english = { language: 'en', currency: 'GBP' } as const;
  const danish = { language: 'da', currency: 'DKK' } as const;
  const create = (user: UserState): void => journal.append(user.id, { type: 'created', user });
  create({
    id: users.first,
    reader: english,
    wealth: 1,
    denied: false,
    address: { line1: '4 Quay Street', line2: 'Flat 2', city: 'Bristol', postalCode: 'BS1 4DJ', countryCode: 'GB' },
  });
  create({
    id: users.second,
    reader: danish,
    wealth: 2.7,
    denied: false,
    address: { line1: 'Havnegade 11', line2: '3. th', city: 'Aarhus', postalCode: 8000, countryCode: 'DK' },
  });
  create({
    id: users.denied,
    reader: english,
    wealth: 1.3,
    denied: true,
    address: { line1: '9 Mill Lane', line2: '', city: 'Leeds', postalCode: 'LS1 3AB', countryCode: 'GB' },
  });
}
