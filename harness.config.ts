import { defineConfig } from 'm2m-conformance';

// The configuration of a run. Every key is optional. Remove the slashes in front of the examples that you need. Without
// a target, a run starts and certifies the embedded reference implementation.
//
// Flags override variables, variables override .env, and .env overrides this file. Brackets contain their names. Prefer
// variables for secrets. An unknown key is an error, as is a variable M2M_... that does not exist.

export default defineConfig({
  // The target to certify.
  target: {
    // {base_url} of the specification, without query and fragment. Must be https, except on this machine.
    // [--base-url, M2M_BASE_URL]
    // baseUrl: 'https://sandbox.example.com',
    // {auth_url} of the specification: the token endpoint. Needed unless tokens.scoped is given.
    // [--auth-url, M2M_AUTH_URL]
    // authUrl: 'https://auth.example.com/oauth/token',
    // The audience that tokens are requested for. [--audience, M2M_AUDIENCE]
    // audience: 'https://api.example.com',
    // The key set that verifies the tokens. Enables auth/forged-key-confusion. [M2M_JWKS_URL]
    // jwksUrl: 'https://auth.example.com/.well-known/jwks.json',
    // The names of the implementation and its build in reports and certificate.
    // implementation: 'Example Investing API',
    // build: '2.4.1',
    // Declares that orders have no real effect. Needed to allow orders on other machines. [M2M_SANDBOX=1]
    // sandbox: true,
  },

  clients: {
    // A client whose tokens have the scope service:nbg.
    scoped: {
      // [M2M_CLIENT_ID]
      // id: 'conformance',
      // [M2M_CLIENT_SECRET]
      // secret: 'from your vault',
    },
    // A client whose tokens do not have that scope. Enables scope/guides-required and scope/forged-scope.
    unscoped: {
      // [M2M_UNSCOPED_CLIENT_ID]
      // id: 'conformance-unscoped',
      // [M2M_UNSCOPED_CLIENT_SECRET]
      // secret: 'from your vault too',
    },
  },

  // Tokens issued in advance, without the word Bearer. The first two replace an unreachable token endpoint.
  tokens: {
    // With the scope service:nbg. [M2M_TOKEN]
    // scoped: 'eyJhbGciOiJSUzI1NiJ9.e30.c2NvcGVk',
    // Without that scope. [M2M_UNSCOPED_TOKEN]
    // unscoped: 'eyJhbGciOiJSUzI1NiJ9.e30.dW5zY29wZWQ',
    // Expired over five minutes ago, with the right issuer and audience. Enables auth/expired. [M2M_EXPIRED_TOKEN]
    // expired: 'eyJhbGciOiJSUzI1NiJ9.e30.ZXhwaXJlZA',
    // Valid, but for another audience. Enables auth/other-audience. [M2M_OTHER_AUDIENCE_TOKEN]
    // otherAudience: 'eyJhbGciOiJSUzI1NiJ9.e30.b3RoZXI',
    // Valid, but denied access to the daily summaries. Enables summaries/forbidden. [M2M_DENIED_TOKEN]
    // denied: 'eyJhbGciOiJSUzI1NiJ9.e30.ZGVuaWVk',
  },

  // Ids of test users: 24 characters of 0-9 and a-f.
  users: {
    // The user of most requests. Needed for your own target. [M2M_USER_ID]
    // first: '64b7f0c2a1d3e4f5a6b7c8d9',
    // A user whose data and language differ. Enables isolation and localisation. [M2M_SECOND_USER_ID]
    // second: '64b7f0c2a1d3e4f5a6b7c8da',
    // A user of another client. Enables user/foreign-client. [M2M_FOREIGN_USER_ID]
    // foreign: '64b7f0c2a1d3e4f5a6b7c8db',
    // A user whose daily summaries the client may not see. Enables summaries/forbidden. [M2M_DENIED_USER_ID]
    // denied: '64b7f0c2a1d3e4f5a6b7c8dc',
    // The languages of the first and the second user as BCP 47 tags.
    // languages: { first: 'en-GB', second: 'de' },
    // Whether both users have the same language. Then equal texts are no finding. Default: derived from the languages, if
    // given. [M2M_SAME_LANGUAGE=1]
    // sameLanguage: false,
  },

  // The claimed areas: authentication, users, cash, savings-vault, portfolios, daily-summaries,
  // investment-products, investment-orders, savings-orders, learn, notification-settings, test.
  // Default: all with an endpoint that the permissions below allow. [--claim, M2M_CLAIM]
  // claim: ['learn', 'daily-summaries'],

  // Requests other than reads. Default: all of them for the embedded reference implementation, none for other targets.
  // [--allow writes,orders,desync, M2M_ALLOW; `none` allows nothing]
  allow: {
    // Updates of the test users' data, such as the address.
    // writes: true,
    // Investment and savings orders. Use a sandbox, because a faulty target may execute orders that it should refuse.
    // orders: true,
    // Bytes that could desynchronise a proxy in front of the target.
    // desync: true,
  },

  // Requirement ids or globs. Other requirements are not judged. [--only]
  // only: ['guides/*', 'auth/expired'],

  // Requirement ids or globs that do not run, also if `only` selects them. [--skip]
  // skip: ['http/large-input'],

  run: {
    // How many generated cases: quick, standard or deep. [--depth, M2M_DEPTH]
    // depth: 'standard',
    // The same seed sends the same requests. Default: a random one, or 1 in a shard. [--seed, M2M_SEED]
    // seed: 42,
    // Whether a warning makes the target non-conformant. [--strict, M2M_STRICT=1]
    // strict: true,
    // The most simultaneous requests, and the most requests per second (default: no limit). The shards of a run share the
    // rate. The concurrency applies to each shard. [--concurrency, M2M_CONCURRENCY; --rate,
    // M2M_RATE]
    // concurrency: 8,
    // rate: 20,
    // Time limit of one request: milliseconds, or a string with a unit (ms, s, m, h). [--timeout, M2M_TIMEOUT]
    // timeoutMs: '10s',
    // Time limit of the whole run: seconds, or a string with a unit; with depth deep '1h' by default.
    // [--deadline, M2M_DEADLINE]
    // deadlineS: '15m',
  },

  // Network settings. Proxies come from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Paths are relative to this file.
  network: {
    // A PEM file with additional trusted certificate authorities.
    // ca: './certificates/company-ca.pem',

    // PEM files of the client certificate with which the harness authenticates in TLS.
    clientCertificate: {
      // cert: './certificates/client.pem',
      // key: './certificates/client.key',
      // passphrase: 'of the key, if it has one',
    },

    // Sent with every request, for a gateway in front of the target. A value is redacted in all files if the name says
    // that it is a secret: auth, cookie, key, pass, secret, session, sign, token, verify.
    headers: {
      // 'x-gateway-key': 'from your vault as well',
    },

    // The names of further headers whose values are secrets.
    // secretHeaders: ['x-partner'],

    // Allows plain http to other machines, which sends credentials in clear text. [M2M_ALLOW_PLAIN_HTTP=1]
    // allowPlainHttp: true,

    // The URL at which the target can reach this process. The run sends tokens that name it, and sees whether the target
    // fetches keys from it. Default: a free port if the target is on loopback. [--listen, M2M_LISTEN_URL]
    // listenUrl: 'http://harness.example.internal:8099',
  },

  // Declares the behaviour of your implementation that the specification leaves unspecified. The certificate contains it.
  profile: {
    // Path of the guide endpoint below the base URL. Default: a run tries this one and /learning-guides/{id}.
    // guidePath: '/learn/learning-guides/{id}',

    // Ids of guides in the order configured in the content management system. Pins the order of guides/order-stable.
    // guideOrder: ['5f0c1e9a7b3d4c2e8f6a1b0d', '5f0c1e9a7b3d4c2e8f6a1b0e'],

    // The status of a malformed x-user-id. Pins user/malformed-status.
    // malformedUserStatus: 400,

    // The success status by endpoint, if the specification shows none.
    successStatus: {
      // 'PATCH /users/me/address': 204,
    },

    // Schemas of successful responses by endpoint, if the specification shows no shape: a JSON Schema 2020-12, or the path
    // of a JSON file that contains one. Nothing is fetched, so a $ref must point into the schema itself.
    responseSchemas: {
      // 'GET /cash': { type: 'object', required: ['balances'], properties: { balances: { type: 'array' } } },
      // 'GET /portfolios': './schemas/portfolios.schema.json',
    },

    // Required scopes by endpoint. Pins scope/declared.
    scopes: {
      // 'GET /cash': ['service:cash'],
    },

    // Addresses and an order that your implementation accepts, instead of the built-in ones. Give two addresses that
    // differ, so overwriting shows.
    // addresses: [
    //   { line1: '12 Harbour Street', line2: 'Flat 3', city: 'Valletta', postalCode: 1234, countryCode: 'MT' },
    //   { line1: '1 Castle Lane', city: 'London', postalCode: 'SW1A 1AA', countryCode: 'GB' },
    // ],
    // order: { isin: 'US0378331005', side: 'buy', amount: 25 },

    // Endpoints of areas that the specification only names, and other endpoints of yours. Method and path are the id.
    // A run sends each request many times, so leave out endpoints that succeed only once, such as most DELETEs.
    endpoints: [
      // Reads for the user, requires a scope, and returns what a schema describes.
      // {
      //   area: 'savings-vault',
      //   method: 'GET',
      //   path: '/savings-vault/{product}',
      //   parameters: { product: 'flex' },
      //   response: { schema: './schemas/vault.schema.json', statuses: [200] },
      //   scopes: ['service:vault'],
      // },
      // Reads the stored address, for addressReadBack below.
      // { area: 'users', method: 'GET', path: '/users/me' },
      // Writes, so it needs --allow writes. {{unique}} becomes another string in each request. The endpoint must refuse
      // bodies that contradict the schema. An endpoint that trades has the safety `order` and needs --allow orders.
      // {
      //   area: 'users',
      //   method: 'POST',
      //   path: '/users',
      //   request: {
      //     sample: { name: 'Ada', email: '{{unique}}@example.com' },
      //     schema: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
      //   },
      //   response: { statuses: [201] },
      //   takesUser: false,
      //   safety: 'write',
      // },
    ],

    // A declared endpoint that returns the stored address, and a JSON Pointer into its response (default: all of it).
    // Enables address/overwrites, address/isolation and address/refused-unchanged.
    // addressReadBack: { endpoint: 'GET /users/me', address: '/data/address' },

    // The endpoint that creates a user, and the location of the id in the response. Enables notifications/on-creation.
    // userCreation: { endpoint: 'POST /users', id: '/data/id' },

    // Methods that no endpoint of yours has, for errors/method.
    // absentMethods: ['DELETE', 'PUT'],

    // Requirements that cannot be assessed here, each with the reason. They never count as passed.
    waivers: [
      // { id: 'auth/expired', reason: 'the sandbox mints no short-lived tokens' },
    ],
  },

  // Send a W3C traceparent with each request whose header fields are those of the well-formed request of its endpoint.
  // A finding then has a trace id, by which you find the trace in your own tracing system. [--trace-context]
  // traceContext: true,

  // Certify the embedded reference implementation in CI, too, if target has no baseUrl. [--embedded]
  // embedded: true,

  // The output folder. [--out, M2M_OUT]
  // out: 'reports/latest',

  // A file of known failures. [--known-failures]
  // knownFailures: './known-failures.json',

  // The reports to write besides result.json and the evidence.
  reports: {
    // index.html, the conformance report.
    // html: false,
    // junit.xml and ctrf.json, for CI systems.
    // junit: false,
    // ctrf: false,
    // summary.md, for pull requests, and badge.svg, the verdict.
    // summary: false,
    // badge: false,
    // The Allure view. Its page needs the package allure. [--no-allure]
    // allure: false,
    // Whether to mask personal data in all files. [--publish]
    // mask: true,
  },

  // The Ed25519 private key that signs certificates: a PEM file or its content. `m2m-conformance keygen` creates one.
  // [M2M_SIGNING_KEY]
  // signingKey: './keys/certificate.pem',
});
