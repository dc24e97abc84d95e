const epochMs = Date.now() - performance.now();

/**
 * Milliseconds since the epoch, whole. Never goes back: the wall clock at the start of the process,
 * then the monotonic clock.
 */
export const monotonicNow = () => Math.floor(epochMs + performance.now());
