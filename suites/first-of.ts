/** What an answer shows, it shows in the beginning. */
const most = 5_000;

/** The first 5,000 elements of a list, those included that are added to it meanwhile. */
export function* firstOf<Element>(list: readonly Element[]): Generator<Element> {
  for (const [at, element] of list.entries()) {
    if (at === most) return;
    yield element;
  }
}
