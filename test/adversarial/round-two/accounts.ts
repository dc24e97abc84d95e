import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { readAddress } from './address.ts';
import { sendJson } from './answer.ts';
import { bodyOf } from './body.ts';
import { ApiError } from './errors.ts';
import { userOf } from './guards.ts';
import { formatMoney, formatPercent } from './money.ts';
import type { Address, User } from './store.ts';
import type { World } from './world.ts';

interface AccountHandlers {
  getCash: RequestHandler;
  getPortfolios: RequestHandler;
  getAddress: RequestHandler;
  storeUnchecked: RequestHandler;
  updateAddress: RequestHandler;
}

/** Builds the handlers of cash, portfolios and the address. */
export function makeAccountHandlers({ on, store, now }: World): AccountHandlers {
  let current: User | undefined;
  let asked = 0;
  const updatedAt = new Map<string, number>();

  function describePortfolio(user: User): unknown {
    const drift = on('prices-move') ? 1 + (asked++ % 50) / 1_000 : 1;
    const holdings = user.holdings.map(({ assetId, amount, price }) => {
      const value = amount * price * drift;
      return { isin: assetId, amount, price: price * drift, value, displayValue: formatMoney(user, value) };
    });
    const total = holdings.reduce((sum, { value }) => sum + value, 0);
    return {
      data: {
        owner: user.id.slice(-6),
        currency: user.currency,
        holdings,
        targetAllocation: holdings.map(({ isin, value }) => ({ isin, share: formatPercent(user, value / total) })),
        returns: { '1m': 0.012, '1y': 0.0684 },
      },
    };
  }

  function keep(user: User, address: Address): void {
    if (on('address-second-write-dropped')) {
      const last = updatedAt.get(user.id) ?? 0;
      if (now() - last < 1_500) return;
      updatedAt.set(user.id, now());
    }
    if (on('address-shared-between-users')) Object.assign(user.address, address);
    else user.address = address;
  }

  return {
    getCash(req, res) {
      if (on('cash-wants-a-content-type') && !req.get('content-type')?.startsWith('application/json'))
        throw new ApiError(415, 'Content-Type must be application/json');
      const user = userOf(res);
      const balance = user.days.at(-1)?.cash ?? 0;
      res.setHeader('Cache-Control', 'private, no-store');
      sendJson(res, 200, {
        data: [{ currency: user.currency, balance, displayValue: formatMoney(user, balance) }],
      });
    },

    async getPortfolios(_req, res) {
      if (on('user-in-module-variable')) {
        current = userOf(res);
        await wait(12);
      }
      res.setHeader('Cache-Control', on('http-must-revalidate') ? 'max-age=0, must-revalidate' : 'private, no-store');
      sendJson(res, 200, describePortfolio(current ?? userOf(res)));
    },

    getAddress(_req, res) {
      res.setHeader('Cache-Control', 'private, no-store');
      sendJson(res, 200, { data: { address: userOf(res).address } });
    },

    storeUnchecked(req, res, next) {
      const user = store.users.get(req.get('x-user-id') ?? '');
      try {
        if (user) user.address = readAddress(bodyOf(res), on, user);
      } catch {}
      next();
    },

    updateAddress(_req, res) {
      const user = userOf(res);
      const address = readAddress(bodyOf(res), on, user);
      if (on('address-nothing-changed-is-400') && JSON.stringify(address) === JSON.stringify(user.address))
        throw new ApiError(400, 'Nothing was changed');
      keep(user, address);
      res.setHeader('Cache-Control', 'private, no-store');
      if (on('address-204')) res.status(204).end();
      else sendJson(res, 200, { message: 'Address updated successfully' });
    },
  };
}
