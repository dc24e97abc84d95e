/** Whether to colour: a terminal that can, unless NO_COLOR or FORCE_COLOR=0 says otherwise; all else if FORCE_COLOR does. */
export function isColoured(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR = '', TERM } = process.env;
  if (NO_COLOR || /^(0|false)$/.test(FORCE_COLOR)) return false;
  return FORCE_COLOR !== '' || (stream.isTTY === true && TERM !== 'dumb');
}
