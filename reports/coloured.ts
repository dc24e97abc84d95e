/**
 * Whether to colour the output. NO_COLOR and FORCE_COLOR=0 disable colours, and any other
 * FORCE_COLOR enables them. Otherwise a terminal gets colours, unless TERM is `dumb`.
 */
export function isColoured(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR = '', TERM } = process.env;
  if (NO_COLOR || /^(0|false)$/.test(FORCE_COLOR)) return false;
  return FORCE_COLOR !== '' || (stream.isTTY === true && TERM !== 'dumb');
}
