/** Compares by UTF-16 code units, so that no locale matters. */
export const inOrder = (left: string, right: string): number =>
  left === right ? 0 : left < right ? -1 : 1;
