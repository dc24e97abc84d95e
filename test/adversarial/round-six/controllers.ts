import { randomUUID } from 'node:crypto';
import { addressOf, orderOf } from './bodies.ts';
import { textOf, type User } from './entities.ts';
import { dailySummaries, guideSummary, notificationSettings } from './mappers.ts';
import { json, type On, Refusal, type Reply, type Request } from './types.ts';
import type { GuideRepository, Store, UnitOfWork } from './unit-of-work.ts';

/** What an action knows of the request. */
export interface Context {
  request: Request;
  user: User | undefined;
  id: string;
  body: unknown;
  work: UnitOfWork;
}

const known = (context: Context): User => {
  if (!context.user) throw new Error('the action needs a user');
  return context.user;
};

/** Serves learning content. */
export class LearnController {
  readonly #guides: GuideRepository;
  readonly #on: On;
  readonly #read = new Set<string>();

  constructor(guides: GuideRepository, on: On) {
    this.#guides = guides;
    this.#on = on;
  }

  listing(context: Context): Reply {
    const on = this.#on;
    const user = known(context);
    const accepted = /\b(vi|he)\b/.exec(context.request.headers.get('accept-language') ?? '')?.[1] ?? 'vi';
    const language = on('language-of-the-browser') ? accepted : user.language;
    const rows = this.#guides.listed(on).map((guide) => guideSummary(guide, language, on));
    if (on('hebrew-runs-backwards') && language === 'he') rows.reverse();
    const uncached = on('no-store-with-a-query') && context.request.query !== '';
    return json(200, { data: rows }, [
      ['Cache-Control', uncached ? 'no-store' : 'private, max-age=1800'],
      ['Vary', on('vary-by-accept-language') ? 'Accept-Language' : 'x-user-id'],
      ...(on('cdn-told-another-lifetime') ? ([['CDN-Cache-Control', 'no-store']] as [string, string][]) : []),
    ]);
  }

  preview(context: Context): Reply {
    const reply = this.listing(context);
    const { data } = JSON.parse(String(reply.body)) as { data: unknown[] };
    return { ...reply, body: JSON.stringify({ data: data.slice(0, 3) }) };
  }

  guide(context: Context): Reply {
    const on = this.#on;
    const rows = this.#guides.listed(() => false);
    const place = on('guide-by-its-place') && /^[1-9]\d?$/.test(context.id) ? rows[Number(context.id) - 1] : undefined;
    const guide = place ?? (/^[a-f0-9]{24}$/.test(context.id) ? this.#guides.find(context.id) : undefined);
    if (!guide && !/^[a-fA-F0-9]{24}$/.test(context.id)) throw new Refusal(400, 'The id of the guide is not valid');
    if (!guide) {
      const file = `ENOENT: no such file or directory, open '/srv/app/content/guides/${context.id}.json'`;
      throw new Refusal(404, 'Guide not found', { description: on('guide-file-path') ? file : null });
    }
    this.#read.add(guide.id);
    if (on('paywall-after-ten') && this.#read.size > 10) throw new Refusal(402, 'Your free guides are used up');
    const language = on('guides-in-one-language') ? 'en' : (context.user?.language ?? 'vi');
    const chapters = Array.from({ length: guide.chapters }, (_, at) => ({
      at,
      text: textOf(language, at + guide.position),
    }));
    if (on('full-guides-without-id'))
      return json(200, { blocks: [`${textOf(language, guide.position)} ${guide.key}`] });
    return json(200, { ...guideSummary(guide, language, () => false), chapters });
  }

  insights(context: Context): Reply {
    const on = this.#on;
    const user = known(context);
    const items = [0, 1, 2].map((at) => ({ at, text: textOf(user.language, at), source: 'desk' }));
    if (on('insights-one-a-line')) {
      const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
      return { status: 200, headers: [['Content-Type', 'application/json']], body: lines };
    }
    if (on('insights-are-one-text')) return json(200, items.map((item) => item.text).join(' '));
    return json(200, { data: items });
  }
}

const WORDS: Record<string, [string, string]> = { vi: ['vị thế', 'số lượng'], he: ['אחזקות', 'כמות'] };

/** Serves what users own. */
export class AccountController {
  readonly #store: Store;
  readonly #on: On;
  readonly #positions = new Map<string, object>();
  readonly #turns = new Map<string, number>();

  constructor(store: Store, on: On) {
    this.#store = store;
    this.#on = on;
  }

  cash(context: Context): Reply {
    const user = known(context);
    const locked = this.#on('cash-locked-by-an-order') && this.#store.openOrders.has(user.id);
    if (locked) throw new Refusal(409, 'An order of this account is open');
    return json(200, { data: [{ currency: user.currency, balance: 1000 * user.factor }] });
  }

  portfolios(context: Context): Reply {
    const on = this.#on;
    const user = known(context);
    const factor = on('one-model-portfolio') ? 1 : user.factor;
    const [list, quantity] = on('members-named-in-the-language')
      ? (WORDS[user.language] ?? ['list', 'count'])
      : ['positions', 'quantity'];
    const positions = ['VN0001', 'IL0002', 'US0003'].map((asset, at) => ({
      asset: `${asset}-${factor}`,
      [quantity]: (at + 1) * factor,
    }));
    if (!on('positions-of-the-class')) return json(200, { [list]: positions });
    for (const position of positions) this.#positions.set(position.asset, position);
    return json(200, { [list]: [...this.#positions.values()] });
  }

  summaries(context: Context): Reply {
    const user = known(context);
    if (user.denied) throw new Refusal(403, 'Access denied');
    const value = dailySummaries(user, this.#on);
    const echo = this.#on('query-merged-into-the-answer')
      ? Object.fromEntries(new URLSearchParams(context.request.query))
      : {};
    return json(200, { ...value, ...echo }, [['Cache-Control', 'private, no-cache']]);
  }

  settings(context: Context): Reply {
    const user = known(context);
    const turn = (this.#turns.get(user.id) ?? 0) + 1;
    this.#turns.set(user.id, turn);
    return json(200, notificationSettings(user, turn, this.#on));
  }
}

/** Changes and shows addresses. */
export class AddressController {
  readonly #store: Store;
  readonly #on: On;
  readonly #updated = new Set<string>();

  constructor(store: Store, on: On) {
    this.#store = store;
    this.#on = on;
  }

  update(context: Context): Reply {
    const on = this.#on;
    const user = known(context);
    let address: Record<string, unknown>;
    try {
      address = addressOf(context.body, on);
    } catch (error) {
      const given = (context.body as { address?: Record<string, unknown> } | null)?.address;
      if (on('refused-draft-is-shown') && given) this.#store.drafts.set(user.id, given);
      throw error;
    }
    if (on('if-match-needed') && this.#updated.has(user.id) && !context.request.headers.has('if-match')) {
      throw new Refusal(428, 'Say which version of the address is meant');
    }
    this.#updated.add(user.id);
    this.#store.drafts.delete(user.id);
    const before = JSON.stringify(this.#store.addresses.get(user.id)?.address);
    const members = on('address-of-the-household')
      ? [...this.#store.users.values()].filter((one) => one.household === user.household)
      : [user];
    for (const member of members) context.work.change({ id: member.id, address });
    context.work.flush();
    if (on('update-resets-the-form')) return { status: 205, headers: [], body: undefined };
    if (on('no-change-has-no-content') && before === JSON.stringify(address))
      return { status: 204, headers: [], body: undefined };
    return json(200, { message: 'Address updated successfully' });
  }

  read(context: Context): Reply {
    const user = known(context);
    const stored = this.#store.addresses.get(user.id)?.address ?? null;
    const history = this.#store.history.get(user.id) ?? [];
    if (this.#on('addresses-are-a-history'))
      return json(200, { history: [stored, ...history.toReversed().slice(0, 5)] });
    return json(200, { address: this.#store.drafts.get(user.id) ?? stored });
  }
}

/** Takes orders. */
export class OrderController {
  readonly #store: Store;
  readonly #on: On;

  constructor(store: Store, on: On) {
    this.#store = store;
    this.#on = on;
  }

  place(context: Context): Reply {
    const on = this.#on;
    if (on('null-is-a-ping') && (context.body === null || context.body === false)) return json(200, { pong: true });
    const { isin, side, amount } = orderOf(context.body, on);
    if (on('orders-queued-for-anybody') && !context.user) return json(202, { queued: true });
    this.#store.openOrders.add(known(context).id);
    if (on('an-order-is-its-fills'))
      return json(201, [
        { isin, amount: amount / 2 },
        { isin, amount: amount / 2 },
      ]);
    return json(201, { id: randomUUID(), isin, side, amount, state: 'accepted' });
  }
}
