/** Milliseconds until every server knows a new token, and accepts it even if its clock lags a little. */
export const longestSpread = 2_500;
