const epochMs = Date.now() - performance.now();

/**
 * The time in milliseconds since the epoch, as a whole number. It never goes back: it is the wall
 * clock at the start of the process, and then the monotonic clock. So a wall clock that is set
 * during a run changes no duration and no order.
 */
export const monotonicNow = (): number => Math.floor(epochMs + performance.now());
