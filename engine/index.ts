/** The engine's public door: what suites and fixtures may use. */
export type { Bound } from './catalogue/bound.ts';
export type { AreaSuites, Catalogue, Row } from './catalogue/catalogue.ts';
export { rows } from './catalogue/catalogue.ts';
export type { Ask, Case, Fold, Judgement, Monitor, Requirement, Suite } from './catalogue/check.ts';
export { check, monitor, scenario, suite, unassessable } from './catalogue/check.ts';
export type { Endpoint } from './catalogue/endpoint.ts';
export { wholeRun } from './catalogue/endpoint.ts';
export type { Area } from './catalogue/levels.ts';
export type { Answered, Exchange, Proof, TokenFacts, WireForm } from './exchange/exchange.ts';
export { isAnswered } from './exchange/exchange.ts';
export type { HeaderField, Request } from './exchange/request.ts';
export { withBody, withHeader, withoutHeader, withQuery } from './exchange/request.ts';
export type { Piece, Symbolic, Value } from './exchange/value.ts';
export { concat, jsonTemplate, pieces, symbol, valueText } from './exchange/value.ts';
export * from './judging/answer.ts';
export type { RunFacts } from './run/facts.ts';
export type { Counts, Generated, Series } from './run/series.ts';
export { generated, series } from './run/series.ts';
