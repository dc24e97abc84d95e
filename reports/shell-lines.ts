/** Returns the line that sends the requests of the nth failure of the result in `folder` again. */
export function replayLine(folder: string, nth: number): string {
  const word = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return `npx --no m2m-conformance replay ${word} --failure ${nth}`;
}
