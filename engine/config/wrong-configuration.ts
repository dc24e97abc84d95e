/** The responses show that the configuration is wrong. No report is written; the exit code is 2. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}
