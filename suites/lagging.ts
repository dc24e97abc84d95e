/** Milliseconds after which every replica knows what one of them was told, with a margin. */
export const longestLag = 2_250;
