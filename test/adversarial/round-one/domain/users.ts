import { randomBytes } from 'node:crypto';
import type { On } from '../toggles.ts';
import type { Language } from './texts.ts';

export interface Position {
  readonly assetId: string;
  readonly amount: number;
  readonly change: number;
}

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly locale: string;
  readonly currency: string;
  readonly denied: boolean;
  readonly cash: number;
  readonly savings: number;
  readonly positions: readonly Position[];
  readonly silenced: readonly string[];
}

/** A fresh document identifier, with letters unless the vendor numbers its documents. */
export function makeDocumentId(on: On): string {
  const hex = randomBytes(12).toString('hex');
  return on('ids-all-digits') ? hex.replace(/[a-f]/g, (digit) => String(digit.charCodeAt(0) % 10)) : `a${hex.slice(1)}`;
}

/** Keeps the platform's users. */
export class UserRepository {
  readonly first: User;
  readonly second: User;
  readonly denied: User;
  private readonly users = new Map<string, User>();
  private readonly on: On;

  constructor(on: On) {
    this.on = on;
    this.first = this.add({ language: 'en', locale: 'en-GB', currency: 'GBP', cash: 1520.4, savings: 8000 }, [
      { assetId: 'ISIN-IE00B4L5Y983', amount: 2400.5, change: 31.2 },
      { assetId: 'ISIN-US0378331005', amount: 1100, change: -12.75 },
      { assetId: 'ISIN-DE0007164600', amount: 640.1, change: 8.05 },
      { assetId: 'ISIN-NL0010273215', amount: 410, change: -3.4 },
      { assetId: 'ISIN-FR0000120271', amount: 200, change: 0 },
    ]);
    this.second = this.add(
      on('arabic-digits')
        ? { language: 'ar', locale: 'ar-EG-u-nu-arab', currency: 'EGP', cash: 310.9, savings: 0 }
        : { language: 'es', locale: 'es-ES', currency: 'EUR', cash: 310.9, savings: 0 },
      [
        { assetId: 'ISIN-IE00B4L5Y983', amount: 900, change: 11.1 },
        { assetId: 'ISIN-ES0113211835', amount: 750.25, change: -20.6 },
        { assetId: 'ISIN-US5949181045', amount: 330, change: 4.4 },
        { assetId: 'ISIN-IT0003128367', amount: 120, change: 0 },
      ],
      ['app_promotional', 'email_promotional', 'app_quick_take'],
    );
    this.denied = this.add(
      { language: 'en', locale: 'en-GB', currency: 'GBP', cash: 5, savings: 10, denied: true },
      [],
    );
  }

  private add(
    basis: Omit<User, 'id' | 'denied' | 'positions' | 'silenced'> & { denied?: boolean },
    positions: Position[],
    silenced: string[] = ['email_promotional'],
  ): User {
    const user: User = { denied: false, ...basis, id: makeDocumentId(this.on), positions, silenced };
    this.users.set(user.id, user);
    return user;
  }

  find(id: string): User | undefined {
    const user = this.users.get(id);
    if (user === undefined && this.on('user-stub-on-miss')) this.users.set(id, { ...this.first, id });
    return user;
  }
}
