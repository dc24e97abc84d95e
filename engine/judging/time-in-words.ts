/** `0.2 s`, `14 s`, `20 min` */
export function timeInWords(ms: number) {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Twice the measured time, as the value of an option: `29s`. */
export const ampleLimit = (measuredMs: number) =>
  `${Math.max(1, Math.ceil((measuredMs * 2) / 1000))}s`;
