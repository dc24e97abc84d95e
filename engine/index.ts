/** The engine's public interface: all that suites and fixtures may import. */
export type { Bound } from './catalogue/bound.ts';
export { type Catalogue, rows } from './catalogue/catalogue.ts';
export * from './catalogue/cause.ts';
export * from './catalogue/check.ts';
export { type Endpoint, wholeRun } from './catalogue/endpoint.ts';
export type { RunFacts } from './catalogue/facts.ts';
export type { Unit } from './catalogue/plan.ts';
export { alone, following, type Recipe } from './catalogue/recipe.ts';
export * from './catalogue/series.ts';
export {
  type Config,
  declaredId,
  emptyProfile,
  type JsonSchema,
  type Profile,
} from './config/config.ts';
export { WrongConfiguration } from './config/wrong-configuration.ts';
export type {
  Answered,
  Exchange,
  Proof,
  TokenFacts,
  Unanswered,
  WireForm,
} from './exchange/exchange.ts';
export { isAnswered } from './exchange/exchange.ts';
export { grouped } from './exchange/grouped.ts';
export { keyText, stepKind } from './exchange/key.ts';
export { mergeRecords } from './exchange/merge-records.ts';
export * from './exchange/request.ts';
export { inList, ofWords, type Sentence, say, sentenceText } from './exchange/sentence.ts';
export * from './exchange/value.ts';
export * from './judging/answer.ts';
export * from './judging/cache-control.ts';
export * from './judging/content.ts';
export * from './judging/countdown.ts';
export { documentedSuccess } from './judging/documented-success.ts';
export { elsewhereInWords, wholeElsewhere } from './judging/elsewhere.ts';
export { mayEndNow } from './judging/ending-token.ts';
export { otherCase } from './judging/field-names.ts';
export * from './judging/freshness.ts';
export { httpDate, sentByServerAt } from './judging/http-date.ts';
export { probeRepeatedly } from './judging/in-turn.ts';
export {
  Inconclusive,
  isDecided,
  orInconclusive,
  orNothing,
  requireAccepted,
} from './judging/inconclusive.ts';
export { tooDeep } from './judging/json-extent.ts';
export { isCutOff, jsonFault, uncountedBytes } from './judging/json-fault.ts';
export * from './judging/json-pointer.ts';
export * from './judging/json-text.ts';
export * from './judging/lags.ts';
export * from './judging/leaks.ts';
export * from './judging/positive.ts';
export { judgeByProfile, profileSchemaCauses } from './judging/profile-schema.ts';
export { isProvenSilence } from './judging/silence.ts';
export { isPromised, takenBy } from './judging/taken.ts';
export {
  acceptedCauses,
  judgeAccepted,
  judgePositive,
  positiveCauses,
  undocumentedSuccess,
} from './judging/undocumented-success.ts';
export * from './judging/violation.ts';
export { failAtMember, type WrongMember, wrongMembers } from './judging/wrong-member.ts';
export type { Part } from './outcome/part.ts';
export { cases, outcomeOf, type Tally } from './outcome/tally.ts';
export { timeInId } from './outcome/time-in-id.ts';
export { openRecorded } from './recorded-session.ts';
export { specifiedMembers } from './run/stored-address.ts';
export { conforms, jsonKind, kindOf, problems, shown } from './schema/conforms.ts';
export { isLarge, parsedJson, referenceToken } from './schema/json-value.ts';
export type { Area } from './schema/vocabulary.ts';
export { openSession, type Session, type SessionInput } from './session.ts';
export { type CrossTalk, findCrossTalk } from './trial/cross-talk.ts';
export * from './trial/difference.ts';
export { atUniqueUrl, type Look, Observer, observe, type Said } from './trial/observe.ts';
export * from './trial/overwriting.ts';
export { associated, foreignIn, isData, neverShared } from './trial/own-statements.ts';
export { findQueryEffect } from './trial/query-effect.ts';
export { recurring } from './trial/recurring.ts';
export { refusalOfForm } from './trial/refused-form.ts';
export { readWithStatus } from './trial/response-statements.ts';
export type { Arm, ScheduleName } from './trial/schedules.ts';
export { inBursts, observeSeries, type StabilityFold, stability } from './trial/stability.ts';
export { mostValues, placeOf, type Statements, shownBy, statementsOf } from './trial/statements.ts';
export * from './trial/store-trial.ts';
export * from './trial/stored.ts';
