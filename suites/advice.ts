import { type Advice, errorWithOk, type WrongMember } from '../engine/index.ts';

type Found = Partial<Pick<WrongMember, 'member' | 'found'>>;
export const ifMessageInList = ({ member, found }: Found) =>
  member === '/error/message' && found === 'array' ? true : undefined;
export const unlessMessageInList = (facts: Found) => (ifMessageInList(facts) ? false : undefined);

/** A wrong value shows that the body is data. */
const unlessWrongValue = ({ found }: Found) =>
  found === undefined || found === 'missing' ? undefined : false;

/** Whether only some members are wrong. `if` speaks for advice, `unless` refutes it. */
interface Extent {
  readonly isPartial?: boolean;
}
export const ifPartial = ({ isPartial }: Extent) => isPartial || undefined;
export const unlessPartial = ({ isPartial }: Extent) => (isPartial ? false : undefined);

/** Advice of several requirements. */
export const why = {
  guardByPath: {
    suspect: 'The guard compares the raw path, but the router ignores case, slashes or the query.',
    look: 'Attach the guard to the matched route, or normalise the path once before both.',
    when: ['alone', '!not alone'],
  },
  cacheKey: {
    suspect: 'A cache key omits the user, the token or another input of the response.',
    look: 'Include every input in the cache keys of the server, the gateway and the CDN.',
    when: [
      'cached',
      'after a pause',
      'not alone',
      '!in flight',
      '!same connection',
      '!right again',
      '!session',
    ],
  },
  staleReplica: {
    suspect: 'One replica or worker runs another version, configuration or data set.',
    look: 'Send the request to each replica directly, and compare versions, settings and data.',
    when: ['not alone', '!alone', '!other user before', '!same connection', '!earlier request'],
  },
  sharedState: {
    suspect: 'The server keeps data of a request in a variable outside it, such as a singleton.',
    look: 'Search singletons, globals and buffers, and keep values in the request.',
    when: [
      'in flight',
      'other user before',
      'not alone',
      ifPartial,
      '!alone',
      '!after a pause',
      '!session',
    ],
  },
  connectionState: {
    suspect:
      'The server stores the token, the user or the language with the connection or session.',
    look: 'Read them from the headers of each request only.',
    when: ['same connection', 'session', 'not alone', '!in flight', '!other user before'],
  },
  byLanguage: {
    suspect:
      'For another language, a template, table or service lacks a value or formats it otherwise.',
    look: 'Send the request for a user of each language, and compare the code and the data.',
    when: ['one user'],
  },
  cachedCopy: {
    suspect: 'A cache serialises its copy otherwise, so types change or members are lost.',
    look: 'Compare the first response after a restart with later ones, and the code of both.',
    when: ['after a while'],
  },
  noValue: {
    suspect: 'A record without the value is sent with null, an empty string or no member.',
    look: 'Find the records without this value, and send the default that the type allows.',
    when: ['null', 'missing', '!string', '!array'],
  },
  driverTypes: {
    suspect:
      'The database driver or serialiser gives decimals, large integers or ids another type.',
    look: 'Convert each value to the specified type in the response model.',
    when: ['string', 'fraction', '!null', '!missing', '!array'],
  },
  otherModel: {
    suspect: 'The response uses the names, wrappers or types of an internal model.',
    look: 'Map it to a response class, and compare its JSON with the specification.',
    when: ['wrapped', 'missing', 'array', '2xx', '!4xx', '!5xx', '!no response', '!HTML'],
  },
  errorWithOk,
  stricterRoute: {
    suspect:
      'The path, the method, a required parameter or a condition differs from the specification.',
    look: 'Compare the route, its redirects, input and conditions with the specification.',
    when: ['alone', '4xx', unlessWrongValue, '!not alone', '!5xx', '!no response'],
  },
  extraInput: {
    suspect: 'The endpoint requires unspecified input, or checks the specified more strictly.',
    look: 'Compare required parameters, headers, members and rules with the specification.',
    when: ['4xx', '!2xx', '!5xx', '!no response'],
  },
  history: {
    suspect: 'Other requests change the response: by a connection, cache, lock, quota or variable.',
    look: 'Send it alone, in parallel, after a pause and after a refusal, and find the state.',
    when: ['some pass', 'not alone', 'in flight', 'same connection', 'other user before', '!alone'],
  },
  firewall: {
    suspect: 'A firewall or a gateway rule refuses the request before the service receives it.',
    look: 'Search their logs for this request, and exempt the valid form from the rule.',
    when: ['proxy', 'HTML', 'not labelled JSON', '!2xx', '!5xx'],
  },
  wrongStatus: {
    suspect: 'The code maps this refusal to another status, or several refusals to one.',
    look: 'Map the exception that the code throws to the expected status.',
    when: ['4xx', '5xx', '!2xx', '!no response'],
  },
  defaultHandler: {
    suspect: 'The framework, a proxy or a firewall refuses the request before your error handler.',
    look: 'Register your handler for all errors of the framework. Server may name a proxy.',
    when: ['HTML', 'not labelled JSON', 'proxy', '!wrapped', unlessMessageInList],
  },
  ownErrorPath: {
    suspect: 'This endpoint builds its errors itself instead of using the common error function.',
    look: 'Call the common function wherever the handler writes an error.',
    when: ['one endpoint', '!everywhere'],
  },
  noSchema: {
    suspect:
      'The handler uses the body unchecked, or trusts types that exist only at compile time.',
    look: 'Validate the parsed body with a schema or a validator class first.',
    when: ['2xx', '!5xx'],
  },
  coercingBinder: {
    suspect: 'The binder, the validator or the code converts values of another type.',
    look: 'Switch coercion off (strict mode), and search the handler for casts.',
    when: ['2xx', '!5xx'],
  },
  partialRules: {
    suspect:
      'A rule covers only some members or limits, or skips optional, empty or nested values.',
    look: 'Write a test for each member and each wrong type, optional members too.',
  },
  parseErrorIgnored: {
    suspect: 'The code accepts an empty body, or continues after the parse error.',
    look: 'Respond with 400 to a parse error and to an empty body.',
    when: ['2xx'],
  },
  emptyBodyAllowed: {
    suspect:
      'The body parser turns an empty body into an empty object, or accepts scalars and null.',
    look: 'Make the parser strict, and require an object with its members.',
  },
  lenientJson: [
    {
      suspect: 'The JSON parser has lenient options, or is one for JSON5, JavaScript or YAML.',
      look: 'Use a strict RFC 8259 parser, or switch off comments, trailing commas and NaN.',
    },
    {
      suspect: 'The parser stops after the first value and ignores the text that follows.',
      look: 'Require the end of the input after the value, as with fail-on-trailing-tokens.',
    },
  ],
  repairedJson: {
    suspect: 'The parser completes or repairs the text, or a pattern extracts the values from it.',
    look: 'Parse the raw body with a strict parser only.',
  },
  contentTypeIgnored: [
    {
      suspect: 'The body parser parses every body as JSON, whatever its Content-Type is.',
      look: 'Restrict the parser to application/json, and respond with 415 to all else.',
    },
    {
      suspect: 'The media type is compared by prefix, by substring or by its group.',
      look: 'Parse Content-Type, and compare type and subtype exactly.',
    },
    {
      suspect:
        'A body parser that does not know the type leaves an empty object, which is accepted.',
      look: 'Refuse unknown types, and require the members of the body.',
    },
  ],
  unspecified: [
    {
      suspect: 'The behaviour is unspecified, so it follows from defaults of the framework.',
      look: 'Decide what you want, and document it.',
    },
    {
      suspect: 'A guard, a gateway or a global handler decides before the endpoint does.',
      look: 'Check whether you want the decision of the layer that responds.',
    },
  ],
  dataDependent: [
    {
      suspect: 'The values come from stored data that nothing checks.',
      look: 'Compare the values with your data, and document what to expect.',
    },
    {
      suspect: 'A mapper or a default changes the stored value.',
      look: 'Compare the stored value with the response.',
    },
  ],
  unwrapped: {
    suspect:
      'The binder takes the first element of an array, or finds the members at another depth.',
    look: 'Switch off unwrapping, and validate the exact shape of the body.',
  },
} satisfies Record<string, Advice | readonly Advice[]>;
