/** Whether to colour: a terminal, unless NO_COLOR says otherwise; a file or a pipe only where FORCE_COLOR asks for it. */
export function isColoured(stream: { readonly isTTY?: boolean }): boolean {
  if (process.env['NO_COLOR']) return false;
  return stream.isTTY === true || Boolean(process.env['FORCE_COLOR']);
}
