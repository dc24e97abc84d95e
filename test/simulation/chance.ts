/** Random bytes that depend on the seed only: a xorshift generator of 32 bits. */
export function seededBytes(seed: number): (size: number) => Buffer {
  let state = (seed + 1) * 0x9e37_79b9;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 24;
  };
  return (size) => Buffer.from(Array.from({ length: size }, next));
}
