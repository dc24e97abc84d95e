/** Milliseconds for which a replica may still show what an edit replaced. */
export const longestLag = 4_500;

/** Milliseconds after which replicas usually have an update of the run itself. */
export const usualLag = 2_250;

/** Milliseconds until every server knows a new token, and accepts it even if its clock lags a little. */
export const longestSpread = 2_500;
