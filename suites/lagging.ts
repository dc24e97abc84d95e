/** Milliseconds for which a replica may still show what an edit replaced. */
export const longestLag = 4_500;
