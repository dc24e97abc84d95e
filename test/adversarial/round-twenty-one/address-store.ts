import type { User } from './catalogue.ts';

export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postalCode: string | number;
  readonly countryCode: string;
}

interface Slot {
  address: Address;
  inlineCity: string | undefined;
  pointedCity: string | undefined;
}

const isInline = (text: string): boolean => Buffer.byteLength(text) < 8;

/** Records lie in slots; an update takes a free slot and gives the former one back. */
export class AddressStore {
  private readonly slots: Slot[] = [];
  private readonly free: number[] = [];
  private readonly slotOf = new Map<string, number>();
  private readonly is: (id: string) => boolean;

  constructor(users: readonly User[], is: (id: string) => boolean) {
    this.is = is;
    for (const [index, user] of users.entries()) {
      const address = {
        line1: `${index + 3} Foundry Lane`,
        line2: 'Second floor',
        city: 'Newcastle upon Tyne',
        postalCode: 'NE1 4ST',
        countryCode: 'GB',
      };
      this.slots.push({ address, inlineCity: undefined, pointedCity: address.city });
      this.slotOf.set(user.id, index);
    }
    if (is('slot-in-use-on-the-free-list')) this.free.push(1);
  }

  read(user: User): Address {
    const slot = this.slots[this.slotOf.get(user.id) ?? -1] as Slot;
    if (!this.is('inline-strings-lose-to-the-pointer')) return slot.address;
    return { ...slot.address, city: slot.pointedCity ?? slot.inlineCity ?? '' };
  }

  write(user: User, address: Address): void {
    const former = this.slotOf.get(user.id) ?? 0;
    const next = this.free.pop() ?? this.slots.length;
    const city = address.city;
    this.slots[next] = {
      address,
      inlineCity: isInline(city) ? city : undefined,
      pointedCity: isInline(city) ? this.slots[former]?.pointedCity : city,
    };
    this.slotOf.set(user.id, next);
    this.free.push(former);
  }

  /** The read buffer is used again, and with it the bytes of which stored texts are slices. */
  recycle(user: User, body: Buffer): void {
    const slot = this.slots[this.slotOf.get(user.id) ?? -1] as Slot;
    const line1 = body.toString('utf8').slice(0, slot.address.line1.length);
    slot.address = { ...slot.address, line1 };
  }
}
