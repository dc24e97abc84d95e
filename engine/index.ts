/** The engine's public interface: all that suites and fixtures may import. */
// Other modules have the same names.
export type { Facts } from './catalogue/cause.ts';
export * from './catalogue/index.ts';
export {
  type Config,
  declaredId,
  emptyProfile,
  type JsonSchema,
  type Profile,
} from './config/config.ts';
export * from './config/wrong-configuration.ts';
export * from './exchange/index.ts';
export * from './judging/answer.ts';
export * from './judging/content.ts';
export * from './judging/countdown.ts';
export * from './judging/documented-success.ts';
export * from './judging/elsewhere.ts';
export * from './judging/ending-token.ts';
export * from './judging/field-names.ts';
export * from './judging/freshness.ts';
export * from './judging/http-date.ts';
export * from './judging/in-turn.ts';
export * from './judging/inconclusive.ts';
export * from './judging/json-extent.ts';
export * from './judging/json-fault.ts';
export * from './judging/json-text.ts';
export * from './judging/lags.ts';
export * from './judging/leaks.ts';
export * from './judging/positive.ts';
export * from './judging/silence.ts';
export * from './judging/undocumented-success.ts';
export * from './judging/violation.ts';
export * from './judging/wrong-member.ts';
export type { Part } from './outcome/part.ts';
export { cases, outcomeOf, type Tally } from './outcome/tally.ts';
export { timeInId } from './outcome/time-in-id.ts';
export { specifiedMembers } from './run/stored-address.ts';
export * from './schema/conforms.ts';
export * from './schema/json-value.ts';
export { isLarge } from './schema/json-value.ts';
export * from './schema/vocabulary.ts';
export * from './session.ts';
export * from './trial/cross-talk.ts';
export * from './trial/difference.ts';
export * from './trial/observe.ts';
export * from './trial/overwriting.ts';
export * from './trial/own-statements.ts';
export * from './trial/query-effect.ts';
export * from './trial/recurring.ts';
export * from './trial/refused-form.ts';
export * from './trial/response-statements.ts';
export * from './trial/schedules.ts';
export * from './trial/stability.ts';
export * from './trial/statements.ts';
export * from './trial/store-trial.ts';
export * from './trial/stored.ts';
