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

const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, unknown>;
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(subtle))) {
  if (typeof value !== 'function' || name === 'constructor') continue;
  subtle[name] = function inTurn(this: unknown, ...given: unknown[]) {
    pending++;
    const result = last.then(() => value.apply(this, given));
    const end = () => {
      pending--;
      check();
    };
    last = result.then(end, end);
    return result;
  };
}
