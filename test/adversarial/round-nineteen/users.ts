import type { Row, User } from './site.ts';

export const ids = {
  first: '65f2c1a09b3e4d7788aa01c2',
  second: '65f9d4b1aa3c4e5566bb02d3',
  denied: '64ab90cc12de4f3344cc03e4',
};

export const accounts = (known: typeof ids): User[] => [
  { id: known.first, language: 'en', currency: 'USD', denied: false },
  { id: known.second, language: 'de', currency: 'EUR', denied: false },
  { id: known.denied, language: 'en', currency: 'USD', denied: true },
];

/** User meta: several rows of one name are allowed, and the oldest is read. */
export class UserMeta {
  private readonly table: { user: string; name: string; value: Row }[] = [];

  read(user: string, name: string): Row | undefined {
    return this.table.find((meta) => meta.user === user && meta.name === name)?.value;
  }

  add(user: string, name: string, value: Row): void {
    this.table.push({ user, name, value });
  }

  update(user: string, name: string, value: Row): void {
    const found = this.table.find((meta) => meta.user === user && meta.name === name);
    if (found) found.value = value;
    else this.add(user, name, value);
  }
}
