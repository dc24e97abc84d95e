/** Milliseconds for which a replica may still return the content from before an edit. */
export const longestLag = 4_500;

/** Milliseconds after which replicas usually have an update that the run sent. */
export const usualLag = 2_250;

/** Milliseconds until every server knows and accepts a new token, even if its clock lags. */
export const longestSpread = 2_500;
