/**
 * What differs between responses with the same defect: UUIDs, times, hexadecimal ids and long
 * numbers.
 */
const ids =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?|\b(?=[a-f]*\d)[\da-f]{12,}\b|\b\d{5,}(?:\.\d+)?\b/gi;

/** Replaces what the target chose anew for each response, so that a defect has one cause. */
export const withoutIds = (text: string): string => text.replace(ids, '…');
