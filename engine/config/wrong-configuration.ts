/**
 * Ends a run before its first write: the target's responses show that the configuration is wrong.
 * The message names the key and the change. No report is written; the exit code is 2.
 */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}
