import { USERS } from './data.ts';
import type { Json } from './model.ts';
import { isObject, json, Refusal } from './model.ts';
import type { Patches } from './toggles.ts';
import { isJsonType } from './writes.ts';

function richText(node: unknown): string {
  if (!isObject(node)) return Array.isArray(node) ? node.map(richText).join('') : '';
  return (typeof node.text === 'string' ? node.text : '') + richText(node.content);
}

export const writeDefects: Patches = {
  'merge-waits-for-both-branches': (flow) => {
    const update = flow.handlers.address;
    flow.handlers.address = async (user, exchange) => {
      const reply = await update(user, exchange);
      const branches = [Promise.resolve(reply)];
      if (flow.readAddress(user)?.line2 === undefined) branches.push(new Promise(() => undefined));
      const [merged = reply] = await Promise.all(branches);
      return merged;
    };
  },

  'record-is-in-the-view-already': (flow) => {
    const store = flow.storeAddress;
    const inView = new Map<string, number>();
    flow.storeAddress = (user, address) => {
      const entered = inView.get(user.id);
      if (entered !== undefined && Date.now() < entered + 1_500) return;
      inView.set(user.id, Date.now());
      store(user, address);
    };
  },

  'update-is-filled-down': (flow) => {
    flow.storeAddress = (user, address) => {
      const row = USERS.findIndex((candidate) => candidate.id === user.id);
      for (const filled of USERS.slice(row)) flow.tables.addresses.set(filled.id, address);
    };
  },

  'automation-reverts-what-it-refuses': (flow) => {
    const update = flow.handlers.address;
    const read = flow.readAddress;
    const reverts = new Map<string, { at: number; address: Json }>();
    flow.readAddress = (user) => {
      const revert = reverts.get(user.id);
      if (revert !== undefined && Date.now() >= revert.at) {
        flow.tables.addresses.set(user.id, revert.address);
        reverts.delete(user.id);
      }
      return read(user);
    };
    flow.handlers.address = async (user, exchange) => {
      const earlier = flow.readAddress(user) ?? {};
      try {
        return await update(user, exchange);
      } catch (error) {
        if (error instanceof Refusal && (error.kind === 'shape' || error.kind === 'bounds')) {
          const body = flow.parseBody(exchange);
          if (isObject(body) && isObject(body.address)) {
            flow.tables.addresses.set(user.id, body.address);
            if (!reverts.has(user.id)) reverts.set(user.id, { at: Date.now() + 400, address: earlier });
          }
        }
        throw error;
      }
    };
  },

  'objects-are-rich-text': (flow) => {
    const check = flow.checkAddress;
    flow.checkAddress = (body) => {
      if (!isObject(body) || !isObject(body.address) || !isObject(body.address.line1)) return check(body);
      return check({ ...body, address: { ...body.address, line1: richText(body.address.line1) } });
    };
  },

  'fixing-parser-mends-the-body': (flow) => {
    const parse = flow.parseBody;
    flow.parseBody = (exchange) => {
      try {
        return parse(exchange);
      } catch (error) {
        if (exchange.route !== 'address' || exchange.user === undefined || exchange.body.length === 0) throw error;
        return { address: flow.readAddress(exchange.user) };
      }
    };
  },

  'form-is-closed-after-its-last-response': (flow) => {
    const update = flow.handlers.address;
    const responses = new Map<string, number>();
    flow.handlers.address = (user, exchange) => {
      const count = (responses.get(user.id) ?? 0) + 1;
      responses.set(user.id, count);
      if (count > 15) throw new Refusal('platform', 410, 'The form takes no further responses');
      return update(user, exchange);
    };
  },

  'slider-clamps-to-its-range': (flow) => {
    flow.boundAmount = (amount) => Math.min(Math.max(amount, 1), 10_000_000);
  },

  'isin-is-a-barcode': (flow) => {
    const check = flow.checkIsin;
    flow.checkIsin = (isin) => {
      if (!isObject(isin)) check(isin);
    };
  },

  'other-types-are-attachments': (flow) => {
    const order = flow.handlers.orders;
    flow.handlers.orders = (user, exchange) => {
      if (isJsonType(exchange)) return order(user, exchange);
      const type = exchange.headers.get('content-type') ?? 'application/octet-stream';
      return json(202, { attachment: { filename: 'order', type, size: exchange.body.length }, state: 'waiting' });
    };
  },
};
