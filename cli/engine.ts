/** All of the engine that the command line uses, and the catalogue that it judges by. */
export * from '../engine/catalogue/index.ts';
export * from '../engine/clock.ts';
export * from '../engine/config/index.ts';
export * from '../engine/evidence/arrange.ts';
export * from '../engine/evidence/har-entry.ts';
export * from '../engine/evidence/har-file.ts';
export * from '../engine/exchange/index.ts';
export * from '../engine/judge.ts';
export * from '../engine/judging/index.ts';
export * from '../engine/outcome/index.ts';
export * from '../engine/run/failed-at.ts';
export * from '../engine/run/ledger.ts';
export * from '../engine/run/run.ts';
export * from '../engine/run/stored-address.ts';
export { conforms } from '../engine/schema/conforms.ts';
export {
  fromReferenceToken,
  isRecord,
  parsedJson,
  referenceToken,
} from '../engine/schema/json-value.ts';
export * from '../engine/schema/stray-nullable.ts';
export * from '../engine/schema/validate.ts';
export * from '../engine/schema/vocabulary.ts';
export * from '../engine/session.ts';
export * from '../engine/traffic/live-traffic.ts';
export * from '../engine/wire/connections.ts';
export * from '../engine/wire/no-response.ts';
export * from '../engine/wire/proxy-refusal.ts';
export * from '../engine/wire/sockets.ts';
export * from '../engine/wire/trust.ts';
export * from '../engine/wire/wire.ts';
export { catalogue } from '../suites/catalogue.ts';
