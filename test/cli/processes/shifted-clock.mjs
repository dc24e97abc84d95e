// Preloaded with `--import`. Shifts the wall clock of the process by SHIFT_MS: once the file
// SHIFT_AT exists, or at once if it is not set. The monotonic clock stays, as when an operator or a
// time service sets the clock.
import { existsSync } from 'node:fs';

const { SHIFT_MS, SHIFT_AT } = process.env;
const Actual = Date;
let shiftMs = SHIFT_AT === undefined ? Number(SHIFT_MS) : 0;
const shifted = () => Actual.now() + shiftMs;

globalThis.Date = new Proxy(Actual, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [shifted()], newTarget),
  get: (target, name) => (name === 'now' ? shifted : Reflect.get(target, name)),
});

if (SHIFT_AT !== undefined) {
  const timer = setInterval(() => {
    if (!existsSync(SHIFT_AT)) return;
    shiftMs = Number(SHIFT_MS);
    clearInterval(timer);
  }, 5).unref();
}
