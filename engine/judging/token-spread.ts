/** Milliseconds after which a token is known wherever it is checked, and valid by a clock that lags a little. */
export const longestSpread = 2_500;
