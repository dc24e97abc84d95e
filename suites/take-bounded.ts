/** The most elements: a response shows its defects at the beginning. */
const most = 5_000;

/** Yields the first 5,000 elements of a list, including those that are added while it runs. */
export function* takeBounded<Element>(list: readonly Element[]): Generator<Element> {
  for (const [at, element] of list.entries()) {
    if (at === most) return;
    yield element;
  }
}
