/** Response ids, whatever their form, and other UUIDs, times, hexadecimal ids and long numbers. */
const ids =
  /"responseId":\s*"[^"]*"|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z?|\b(?=[a-f]*\d)[\da-f]{12,}\b|\b\d{5,}\b/gi;

/** Replaces generated ids in a reason, so that two reasons that differ only in them are equal. */
export function withoutIds(reason: string): string {
  return reason.replace(ids, '…');
}
