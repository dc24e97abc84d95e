/**
 * Ends a run before its first write, because the target's responses show that the configuration is
 * wrong. The message names the key and says what to change. No report is written, and the command
 * ends with 2.
 */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}
