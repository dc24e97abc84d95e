/** A response shows its defects at the beginning. */
const most = 5_000;

/** Includes elements that are added while it runs. */
export function* takeBounded<Element>(list: readonly Element[]) {
  for (const [at, element] of list.entries()) {
    if (at === most) return;
    yield element;
  }
}
