import { setImmediate as turn } from 'node:timers/promises';

/**
 * Web Crypto works in other threads. So a simulated clock must wait for it, and its results must
 * arrive in the order of the calls.
 */
let pending = 0;
let last: Promise<unknown> = Promise.resolve();
const waiting: (() => void)[] = [];

const check = () => {
  if (pending > 0) return;
  for (const action of waiting.splice(0)) setImmediate(() => whenIdle(action));
};

/** Runs the action once no callback can run any more and no result of Web Crypto is awaited. */
export function whenIdle(action: () => void): void {
  setImmediate(() => {
    if (pending === 0) action();
    else waiting.push(action);
  });
}

/** By key and by the text of the other arguments. Servers with the same seed sign the same tokens. */
const known = new WeakMap<object, Map<string, unknown>>();
const mostKnown = 1_000;

/** Where the result is kept, if it depends on the arguments only. */
function kept(name: string, [algorithm, key, ...bytes]: readonly unknown[]) {
  const how = JSON.stringify(algorithm);
  // RFC 8017 section 8.2: such a signature contains nothing random.
  const isPure = name === 'verify' || (name === 'sign' && how.includes('PKCS1-v1_5'));
  if (!isPure || typeof key !== 'object' || key === null) return undefined;
  const texts = bytes.map((part) => Buffer.from(part as Uint8Array).toString('base64'));
  const results = known.get(key) ?? new Map<string, unknown>();
  known.set(key, results);
  if (results.size >= mostKnown) results.clear();
  return { results, id: [name, how, ...texts].join() };
}

const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, unknown>;
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(subtle))) {
  if (typeof value !== 'function' || name === 'constructor') continue;
  subtle[name] = function inTurn(this: unknown, ...given: unknown[]) {
    pending++;
    const result = last.then(async () => {
      const { results, id = '' } = kept(name, given) ?? {};
      // As late as a result of another thread.
      if (results?.has(id)) return turn().then(() => results.get(id));
      const computed: unknown = await value.apply(this, given);
      results?.set(id, computed);
      return computed;
    });
    const end = () => {
      pending--;
      check();
    };
    last = result.then(end, end);
    return result;
  };
}
