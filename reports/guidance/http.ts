import { type GuidanceTable, implied, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on HTTP, on declared endpoints and on robustness. */
export const http: GuidanceTable = {
  'http/json-media-type': specified(spec.service, {
    'Content-Length counts characters instead of bytes, so text that is not ASCII loses its end.':
      'Compute the length from the encoded bytes, such as Buffer.byteLength, or let the framework set it.' +
      when('cut off', '!HTML', '!not labelled JSON'),
    'Content-Type is missing, sent twice or a default, because the handler writes text or bytes itself.':
      'Return an object to the framework, or set Content-Type: application/json once where the body is written.' +
      when('not labelled JSON', '!cut off'),
    'The JSON is built by hand, by a template or with lenient options, so escapes, numbers or the encoding are wrong.':
      'Serialise with a JSON library, refuse NaN and Infinity, and encode the body in UTF-8.' +
      when('!cut off', '!HTML'),
    'The endpoint offers another format, such as CSV, JSONP or a stream of lines.':
      'Make JSON the default format, and use others only if Accept names them.' +
      when('not labelled JSON', '!cut off'),
    'A proxy or a filter changes the body or its headers, or stops in the middle of the body.':
      'Compare the bytes at the service with those at the client, and check Content-Length and Content-Encoding.' +
      when('cut off', 'proxy', '!more bytes than characters'),
  }),
  'http/json-interoperable': implied('RFC 8259, section 8.1, byte order mark', {
    'Two layers write the same member: a base class and its subclass, or the code and a mapper.':
      'Search the raw body for the member, and remove one of the places that write it.',
    'Numbers are 64-bit integers or decimals with more digits than a double has.':
      'Send such values as strings, or round them where the unit allows it.',
    'The encoder writes a byte order mark, a default of some UTF-8 encoders.':
      'Choose the UTF-8 encoding without a byte order mark.',
  }),
  'http/no-server-error': implied('RFC 9110, section 15.6', {
    'The code throws on input that it did not expect: a missing, null, nested, very long or non-ASCII value.':
      'Find the stack trace of this request in the log, and validate the value before that line, with a 4xx.' +
      when('alone', '!not alone', '!other Authorization'),
    'A lookup returns nothing and the code uses it, or an exception of a library or database has no mapping.':
      'Check each lookup for no result, and map exceptions of parsing, decoding and constraints to a 4xx.' +
      when('alone', '!not alone', '!other Authorization'),
    'The parser of the Authorization header or of the token throws on this form.':
      'Find the stack trace of this request in the log, and let the code that checks tokens respond with 401 to all that it cannot read.' +
      when('other Authorization', 'alone', '!not alone'),
    'A pool of connections, threads or permits is too small, so requests beyond its size fail at once.':
      'Let requests wait for a free place, compare the size of each pool with the requests in flight, and release places in a finally block.' +
      when('not alone', 'in flight', '!alone', '!same connection', '!other user before'),
    'A lock or a version check refuses the second of two simultaneous requests, or both change the same data without a lock.':
      'Search the stack trace for a conflict, a deadlock or a changed collection, and let the second request wait or try again.' +
      when(
        'not alone',
        'in flight',
        '!several pass',
        '!alone',
        '!same connection',
        '!other user before',
      ),
    'An earlier request leaves a value in a cache, a session or a connection that this request cannot use.':
      'Compare the stack trace with what the earlier request stored, and remove the stored value or check it first.' +
      when('not alone', 'same connection', 'other user before', 'cached', '!alone', '!in flight'),
  }),
  'http/transient-server-error': implied('RFC 9110, section 15.6.3', {
    'A replica stops while it still gets requests.':
      'Remove the replica from the load balancer first, wait for open requests, and then stop it.' +
      when('!alone'),
    'The proxy reuses a connection that the service has closed.':
      "Set the keep-alive timeout of the service above the proxy's, and retry safe requests once." +
      when('proxy', '!alone'),
  }),
  'http/private-data-not-shared': implied('RFC 9111, section 3.5', {
    'A default for all GET responses, in the framework, gateway or CDN, sets public, s-maxage or must-revalidate.':
      'Exempt responses with user data from the default, and set private or no-store on them.',
    'The header was copied from an endpoint whose data are the same for all users.':
      'Search for the directive on this route, and replace it by private.',
    'A branch sets it: for large bodies, for a query, for repeated reads or for one user.':
      'Set Cache-Control in one place for all responses of the endpoint.',
  }),
  'http/protocol-violations': implied('RFC 9112, section 2.2', {
    'The handler for parser errors responds with 500, ignores the error or ends the process.':
      'Respond with 400 and close the connection in that handler, such as clientError in Node.js.' +
      when('5xx'),
    'The connection or its parser keeps state, or waits for bytes that never come.':
      'Discard the parser and the connection after an error, and set timeouts for the handshake and the headers.' +
      when('no response', '!5xx'),
  }),
  'http/invalid-utf-8': implied('RFC 8259, section 8.1', {
    'The decoder replaces or drops invalid bytes instead of failing.':
      'Decode the body in strict mode, such as fatal: true or errors="strict", and respond with 400.',
    'The JSON parser detects UTF-16 and UTF-32, or the charset of Content-Type is obeyed.':
      'Decode as UTF-8 only, and respond with 415 to another charset.',
  }),
  'http/answers': implied('RFC 9110, section 3.4', {
    'An exception in a callback, a promise or a thread is lost, so nobody completes the response.':
      'Look for asynchronous code without an error handler on this path, and pass its errors to the framework.' +
      when('alone'),
    'A branch of the handler returns without sending a response, or waits for an event that never comes.':
      'Check each branch for this input, and set a timeout on every wait.',
    'The process or worker ends, or closes the connection, on this input.':
      'Search the log for restarts and fatal errors at the time of the request.' +
      when('no response'),
    'The length of the body is wrong, or a pattern needs exponential time.':
      'Check for two or wrong Content-Length headers, and measure the time of regular expressions on this input.',
  }),
  'http/large-input': implied('RFC 6585, section 5', {
    'The exception for input over a limit has no mapping and becomes a 500.':
      'Map the exception of the body parser to 413 and of the header parser to 431.' +
      when('5xx', '!no response'),
    'A component with a smaller limit fails first: the log, a buffer or a message queue.':
      'Find the stack trace, truncate what you log, and set the body limit below the smallest limit.' +
      when('5xx'),
    'The process ends, or the connection is reused with the rest of the body unread.':
      'Close the connection after the refusal, and check the log for restarts.' +
      when('no response'),
  }),
  'http/tls': implied('RFC 6750, section 5.3', {
    'The run is configured with an http URL.':
      'Check the base URL and the token URL, and use https in both.',
    'The service is published without a proxy that terminates TLS.':
      'Put a proxy with a certificate in front of it, and stop publishing the http port.',
  }),
  'declared/ok': specified(spec.areasNotShown, {
    'The profile and the server disagree on the path, the parameters or the success status.':
      'Send the declared request with curl, and correct the profile or the route.' +
      when('4xx', 'alone', '!not alone', '!5xx'),
    ...why.errorWithOk,
    ...why.history,
  }),
  'declared/schema': specified(spec.resourcesNotShown, {
    ...why.otherModel,
    ...why.driverTypes,
    ...why.byLanguage,
    'The schema in the profile is older than the server.':
      'Compare both, and update the one that is wrong.',
  }),
  'declared/malformed-body': specified(spec.othersNotShown, {
    'Validation checks less than the declared schema: no limits, first elements only, patterns without anchors.':
      'Generate the validation from the schema in the profile, and refuse unknown members if the schema does.',
    ...why.coercingBinder,
    ...why.noSchema,
    ...why.parseErrorIgnored,
  }),
  'robustness/unexpected-query': specified(spec.noQuery, {
    'A generic layer turns query parameters into filters, paging, field masks or response members.':
      'Switch this layer off for the endpoint, or give it a list of allowed parameters.',
    'A query parameter overrides the user or another input of the handler.':
      'Read the user from the header only, and do not merge query, body and headers into one object.',
    'Any query selects another branch, a stub or a redirect.':
      'Search the handler, the gateway and mock rules for conditions on the query string.',
  }),
  'robustness/still-alive': specified(spec.service, {
    'The load balancer took the only host out of service, because it counts refused requests as failures of the host.':
      'Count only 5xx responses and timeouts in the outlier detection, and never take out the last host.' +
      when('no host', 'proxy'),
    'A protection suspends the client or its IP address after a few refused requests.':
      'Raise the threshold, respond with 429 and Retry-After, and lift the suspension by itself.' +
      when('4xx', '!no response', '!5xx', '!no host'),
    'The code that refuses a malformed request ends the session or revokes the token.':
      'Refuse only that request, and leave the token and the session as they are.' +
      when('4xx', '!no host'),
    'A refused request ended the process or a worker.':
      'Search the log for restarts and fatal errors, and handle the exception of that request.' +
      when('no response', '5xx', '!4xx'),
    'Earlier requests used up a quota, a pool or a permit that nothing renews or releases.':
      'Release permits and connections in a finally block, and renew quotas by time.' +
      when('5xx', 'not alone', '!no host'),
  }),
};
