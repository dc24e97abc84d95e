import { type GuidanceTable, implied, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on ApiError. */
export const errors: GuidanceTable = {
  'errors/json': specified(spec.apiError, {
    ...why.defaultHandler,
    'The error has the wrong Content-Type: a default, a copy from the request, or a choice by Accept.':
      'Set Content-Type: application/json wherever an error is written, whatever Accept says.' +
      when('not labelled JSON', '!HTML', '!cut off'),
    'The code writes the JSON by hand, continues after the error, or a later stage cuts or wraps the body.':
      'Serialise errors with the JSON library, return at once, and switch off filters that change the body.' +
      when('cut off', '!HTML'),
    ...why.ownErrorPath,
  }),
  'errors/shape': specified(spec.apiError, {
    ...why.defaultHandler,
    'Every error is in an envelope: an object or a list, such as errors, holds the members.':
      'Remove the envelope where errors are written, and send status, error and responseId at the top of the body.' +
      when('wrapped', '!null', '!string', '!message in a list'),
    'The code puts the list of messages of the validator into error.message.':
      'Join the messages to one string where the error is written, or send the first one.' +
      when('array', 'message in a list', '!HTML', '!wrapped', '!missing', '!null', '!string'),
    'A member is missing or null, or has another name or type than ApiError states.':
      'Build every error from one class with required members, and compare its JSON with ApiError.' +
      when('missing', 'null', 'string', 'array', '!HTML', '!wrapped', '!message in a list'),
    ...why.ownErrorPath,
  }),
  'errors/status-matches': specified(spec.errorStatus, {
    'status in the body is a constant, a default or the status of another error.':
      'Set the HTTP status and the member from one variable in the function that writes errors.' +
      when('everywhere', '!not alone'),
    'A later stage changes the HTTP status: a filter, a gateway or an exception mapper.':
      'Look for code that runs after the body is written, and set the status before.' +
      when('proxy'),
    ...why.sharedState,
  }),
  'errors/response-id-uuid': specified(spec.responseId, {
    'responseId is a trace id, a short random string or an id from a header of the request.':
      'Generate responseId with the UUID function of your platform, and log the other id beside it.',
    'The UUID is formatted without hyphens, in braces, as a URN or with a suffix.':
      'Use the form with hyphens, such as the format D in .NET, and add no text to it.',
    ...why.ownErrorPath,
  }),
  'errors/response-id-unique': specified(spec.responseId, {
    'responseId is created once: as a constant, at startup, per connection or in a default argument.':
      'Call the UUID function inside the function that writes the error.' +
      when('one id', 'other second', '!several ids', '!time in the id'),
    'responseId is made from the clock, so errors of the same moment share it.':
      'Use a UUID function (version 4 or 7), which adds random bits, and remove code that fills an id from the time.' +
      when('same second', 'time in the id', '!other second', '!one id'),
    'responseId is a hash of the user, the request or the message.':
      'Use a random UUID (version 4) or a time-based one (version 7) instead.' +
      when('other second', '!time in the id'),
    'Errors are cached together with their responseId.':
      'Do not cache errors, or replace responseId whenever a cached error is sent.' +
      when('cached', '!other URL', '!time in the id'),
    'Workers start with the same random seed or share a pool of ids.':
      'Use the random generator of the operating system in each worker.' +
      when('several ids', 'other second', '!one id', '!time in the id'),
  }),
  'errors/message-text': specified(spec.errorMessage, {
    'The error is created without a message, and the serialiser writes an empty string or a space.':
      'Require a message in the constructor of the error, and give each status a default text.',
    'The translation of the message is empty in this language or for this endpoint.':
      'Check the translation files for empty entries, and fall back to the default language.',
    ...why.ownErrorPath,
  }),
  'errors/no-leak': specified(spec.errorMessage, {
    'The error contains the text of the exception, with its stack trace or file paths.':
      'Send a fixed message, write the exception to the log, and switch off debug mode in production.' +
      when('5xx'),
    'The message quotes input, such as the Authorization header.':
      'Remove header values from messages, and name the header only.',
    ...why.ownErrorPath,
  }),
  'errors/unknown-route': implied('RFC 9110, section 15.5.5', {
    ...why.defaultHandler,
    'A catch-all route responds instead: a single-page app, a redirect to documentation, or a queue.':
      'Limit the catch-all route to its own paths, and register a 404 handler after the last API route.' +
      when('2xx', '!4xx', '!5xx'),
  }),
  'errors/method': implied('RFC 9110, section 9.1', {
    'The route is registered for all methods.':
      'Register the route for its method only, and respond with 405 to others.' +
      when('2xx', '!5xx'),
    'The code treats each method that it does not know as GET or as a write.':
      'Refuse unknown methods in the default branch, and in the gateway.',
  }),
};
