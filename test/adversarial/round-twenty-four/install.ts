import { randomUUID } from 'node:crypto';
import type { CryptoKey } from 'jose';
import * as data from './data.ts';
import { guard } from './guard.ts';
import { cash, guideView, insights, listing, portfolios, settings, summaries } from './reading.ts';
import type { Call, Config, Fields, Output, Result, Schema } from './schema.ts';
import { Raise } from './schema.ts';
import { tokenService } from './token-service.ts';
import type { Language } from './types.ts';
import { placeOrder, readAddress, updateAddress, writes } from './writing.ts';

const grouped = (amount: number, language: Language): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);

const output = (): Output => ({
  id: () => randomUUID(),
  error: () => undefined,
  fields: (call: Call, result: Result): Fields =>
    call.route === 'guides' && result.status === 200
      ? { 'Cache-Control': 'private, max-age=1800', Vary: 'x-user-id, Authorization' }
      : { 'Cache-Control': 'private, no-store' },
  render: (value: unknown) => JSON.stringify(value),
  finish: (_call, answer) => answer,
});

/** Creates all tables, packages and views of one instance. */
export const install = (config: Config, keys: { readonly sign: CryptoKey; readonly verify: CryptoKey }): Schema => {
  const db: Schema = {
    config,
    tables: {
      users: data.users(),
      guides: data.guides(),
      days: data.days(),
      notifications: data.notifications(),
      addresses: data.addresses(),
    },
    started: Date.now(),
    clock: () => Date.now(),
    token: tokenService(() => db, keys.sign),
    guard: guard(() => db, keys.verify),
    writes: writes(() => db),
    out: output(),
    formats: {
      money: (amount, language) =>
        language === 'de'
          ? `${grouped(amount, 'de')}\u00a0€`
          : `${amount < 0 ? '-' : ''}£${grouped(Math.abs(amount), 'en')}`,
      share: (weight, language) =>
        language === 'de' ? `${weight.toFixed(1).replace('.', ',')}\u00a0%` : `${weight.toFixed(1)}%`,
      chartLabel: (at, language) =>
        new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(at) +
        `\n${new Date(at).getUTCDate()}`,
    },
    views: {
      guides: (call, _user) => listing(db)(call),
      guide: (call, _user) => guideView(db)(call),
      insights: (call, _user) => insights()(call),
      address: (call, user) => updateAddress(db)(call, user),
      readback: (call, user) => readAddress(db)(call, user),
      summaries: (call, user) => summaries(db)(call, user),
      notifications: (call, user) => settings(db)(call, user),
      cash: (call, user) => cash()(call, user),
      portfolios: (call, user) => portfolios()(call, user),
      orders: (call, _user) => placeOrder(db)(call),
    },
    unknownRoute: () => new Raise(404, 'No view or procedure has this path'),
    unknownMethod: (_call, allowed) => new Raise(405, 'This path has no such method', null, { Allow: allowed }),
    pieces: undefined,
  };
  db.out.error = (_call, raise) => ({
    status: raise.status,
    error: { message: raise.message, description: raise.detail },
    responseId: db.out.id(),
  });
  return db;
};
