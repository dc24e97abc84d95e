import { defineConfig } from 'm2m-conformance';

// The one file of an operator. Every key is optional and shown with an example; remove the slashes in front of what you
// need. As it stands, the target is the embedded reference implementation, started for the run.
//
// A flag wins over a variable, a variable over .env, .env over this file: the names stand in brackets. Secrets are better
// in variables than here. A key that does not exist is an error, as is a variable M2M_... that does not exist.

export default defineConfig({
  // What is certified.
  target: {
    // {base_url} of the specification, without query and fragment. https, except on this machine.
    // [--base-url, M2M_BASE_URL]
    // baseUrl: 'https://sandbox.example.com',
    // {auth_url} of the specification: the token endpoint. Needed unless tokens.scoped is given.
    // [--auth-url, M2M_AUTH_URL]
    // authUrl: 'https://auth.example.com/oauth/token',
    // The audience that tokens are requested for. [--audience, M2M_AUDIENCE]
    // audience: 'https://api.example.com',
    // The key set that verifies the tokens. Enables auth/forged-key-confusion. [M2M_JWKS_URL]
    // jwksUrl: 'https://auth.example.com/.well-known/jwks.json',
    // What it is and which build of it, as reports and certificate name it.
    // implementation: 'Example Investing API',
    // build: '2.4.1',
    // Says that orders have no effect in reality. Needed to allow orders beyond this machine. [M2M_SANDBOX=1]
    // sandbox: true,
  },

  clients: {
    // A client that is issued tokens with the scope service:nbg.
    scoped: {
      // [M2M_CLIENT_ID]
      // id: 'conformance',
      // [M2M_CLIENT_SECRET]
      // secret: 'from your vault',
    },
    // A client that is issued tokens without that scope. Enables scope/guides-required and scope/forged-scope.
    unscoped: {
      // [M2M_UNSCOPED_CLIENT_ID]
      // id: 'conformance-unscoped',
      // [M2M_UNSCOPED_CLIENT_SECRET]
      // secret: 'from your vault too',
    },
  },

  // Tokens minted beforehand, without the word Bearer. The first two stand in for a token endpoint that cannot be reached.
  tokens: {
    // With the scope service:nbg. [M2M_TOKEN]
    // scoped: 'eyJhbGciOiJSUzI1NiJ9.e30.c2NvcGVk',
    // Without it. [M2M_UNSCOPED_TOKEN]
    // unscoped: 'eyJhbGciOiJSUzI1NiJ9.e30.dW5zY29wZWQ',
    // Expired over five minutes ago, with the right issuer and audience. Enables auth/expired. [M2M_EXPIRED_TOKEN]
    // expired: 'eyJhbGciOiJSUzI1NiJ9.e30.ZXhwaXJlZA',
    // Sound, but for another audience. Enables auth/other-audience. [M2M_OTHER_AUDIENCE_TOKEN]
    // otherAudience: 'eyJhbGciOiJSUzI1NiJ9.e30.b3RoZXI',
    // Valid, but denied access to the daily summaries. Enables summaries/forbidden. [M2M_DENIED_TOKEN]
    // denied: 'eyJhbGciOiJSUzI1NiJ9.e30.ZGVuaWVk',
  },

  // Ids of test users: 24 characters of 0-9 and a-f.
  users: {
    // On whose behalf everything is requested. Needed for a target of your own. [M2M_USER_ID]
    // first: '64b7f0c2a1d3e4f5a6b7c8d9',
    // A user whose data and language differ. Enables isolation and localisation. [M2M_SECOND_USER_ID]
    // second: '64b7f0c2a1d3e4f5a6b7c8da',
    // A user of another client. Enables user/foreign-client. [M2M_FOREIGN_USER_ID]
    // foreign: '64b7f0c2a1d3e4f5a6b7c8db',
    // A user whose daily summaries the client may not see. Enables summaries/forbidden. [M2M_DENIED_USER_ID]
    // denied: '64b7f0c2a1d3e4f5a6b7c8dc',
    // What the first and the second user read, as BCP 47 tags.
    // languages: { first: 'en-GB', second: 'de' },
    // Whether both read the same language: then nothing is concluded from equal texts. It follows from the languages
    // where these are given. [M2M_SAME_LANGUAGE=1]
    // sameLanguage: false,
  },

  // The areas that are claimed: authentication, users, cash, savings-vault, portfolios, daily-summaries,
  // investment-products, investment-orders, savings-orders, learn, notification-settings, test.
  // Without it, those with an endpoint that the permissions below allow. [--claim, M2M_CLAIM]
  // claim: ['learn', 'daily-summaries'],

  // What may be sent beyond reading. Without it: everything to the embedded reference implementation, nothing to others.
  // [--allow writes,orders,desync, M2M_ALLOW; `none` allows nothing]
  allow: {
    // Updates of the test users' data, such as the address.
    // writes: true,
    // Investment and savings orders. On a sandbox only: what should be refused could be executed.
    // orders: true,
    // Bytes that could desynchronise a proxy in front of the target.
    // desync: true,
  },

  // Requirement ids, or globs over them; the rest is not run. [--only]
  // only: ['guides/*', 'auth/expired'],

  run: {
    // How many generated cases: quick, standard or deep. [--depth, M2M_DEPTH]
    // depth: 'standard',
    // The same seed sends the same requests. Without it a random one; in a shard 1. [--seed, M2M_SEED]
    // seed: 42,
    // Whether a warning makes the target non-conformant. [--strict, M2M_STRICT=1]
    // strict: true,
    // Requests in flight at the same time, and requests a second at most. Without a rate there is no limit to them. The
    // shards of a run share its rate; the concurrency is that of each. [--concurrency, M2M_CONCURRENCY; --rate,
    // M2M_RATE]
    // concurrency: 8,
    // rate: 20,
    // Milliseconds for one request. [--timeout, M2M_TIMEOUT]
    // timeoutMs: 10_000,
    // Seconds for the whole run; with depth deep 3600 by default. [--deadline, M2M_DEADLINE]
    // deadlineS: 900,
  },

  // How the target is reached. Proxies come from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Paths are relative to this file.
  network: {
    // A PEM file of certificate authorities that are trusted in addition.
    // ca: './certificates/company-ca.pem',

    // PEM files with which the harness authenticates itself in TLS.
    clientCertificate: {
      // cert: './certificates/client.pem',
      // key: './certificates/client.key',
      // passphrase: 'of the key, where it has one',
    },

    // Sent with every request, for a gateway in front of the target. Their values are treated as secrets.
    headers: {
      // 'x-gateway-key': 'from your vault as well',
    },

    // Lets credentials travel in clear text to a target beyond this machine. [M2M_ALLOW_PLAIN_HTTP=1]
    // allowPlainHttp: true,
  },

  // What you declare of your implementation where the specification is silent. It becomes part of the certificate.
  profile: {
    // Path of the guide endpoint below the base URL. Without it, this one and /learning-guides/{id} are tried.
    // guidePath: '/learn/learning-guides/{id}',

    // Ids of guides in the order configured in the content management system. Pins the order of guides/order-stable.
    // guideOrder: ['5f0c1e9a7b3d4c2e8f6a1b0d', '5f0c1e9a7b3d4c2e8f6a1b0e'],

    // The status of a malformed x-user-id. Pins user/malformed-status.
    // malformedUserStatus: 400,

    // The status of success, by endpoint, where the specification shows none.
    successStatus: {
      // 'PATCH /users/me/address': 204,
    },

    // Schemas of successful answers, by endpoint, where the specification shows no shape: JSON Schema 2020-12, or the path
    // of a JSON file that holds one. Nothing is fetched: what a $ref means has to stand in the schema itself.
    responseSchemas: {
      // 'GET /cash': { type: 'object', required: ['balances'], properties: { balances: { type: 'array' } } },
      // 'GET /portfolios': './schemas/portfolios.schema.json',
    },

    // Scopes required, by endpoint. Pins scope/declared.
    scopes: {
      // 'GET /cash': ['service:cash'],
    },

    // Addresses and an order that your implementation accepts, in place of the built-in ones. Two addresses that differ
    // make overwriting visible.
    // addresses: [
    //   { line1: '12 Harbour Street', line2: 'Flat 3', city: 'Valletta', postalCode: 1234, countryCode: 'MT' },
    //   { line1: '1 Castle Lane', city: 'London', postalCode: 'SW1A 1AA', countryCode: 'GB' },
    // ],
    // order: { isin: 'US0378331005', side: 'buy', amount: 25 },

    // Endpoints of areas that the specification only names, and others of yours. Method and path together are the id.
    // The same request is sent many times: leave out what succeeds only once, such as a DELETE of what its path names.
    endpoints: [
      // Reads for the user, on two scopes, an answer that a schema describes.
      // {
      //   area: 'savings-vault',
      //   method: 'GET',
      //   path: '/savings-vault/{product}',
      //   parameters: { product: 'flex' },
      //   response: { schema: './schemas/vault.schema.json', statuses: [200] },
      //   scopes: ['service:vault'],
      // },
      // Reads the address back, for addressReadBack below.
      // { area: 'users', method: 'GET', path: '/users/me' },
      // Writes: needs --allow writes. {{unique}} is another text in every request. What contradicts the schema has to be
      // refused. What trades has the safety `order` and needs --allow orders.
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

    // Where the stored address can be read: a declared endpoint, and a JSON Pointer into its answer (default: all of it).
    // Enables address/overwrites, address/isolation and address/refused-unchanged.
    // addressReadBack: { endpoint: 'GET /users/me', address: '/data/address' },

    // How a user is created, and where its id stands in the answer. Enables notifications/on-creation.
    // userCreation: { endpoint: 'POST /users', id: '/data/id' },

    // Methods that no endpoint of yours has, for errors/method.
    // absentMethods: ['DELETE', 'PUT'],

    // Requirements that cannot be assessed here, each with the reason. They never count as passed.
    waivers: [
      // { id: 'auth/expired', reason: 'the sandbox mints no short-lived tokens' },
    ],
  },

  // The folder that everything is written to. [--out, M2M_OUT]
  // out: 'reports/latest',

  // A file of failures that are known. [--known-failures]
  // knownFailures: './known-failures.json',

  // What is written beside result.json and the evidence.
  reports: {
    // index.html, the conformance report.
    // html: false,
    // junit.xml and ctrf.json, for CI systems.
    // junit: false,
    // ctrf: false,
    // summary.md, for pull requests, and badge.svg, the verdict.
    // summary: false,
    // badge: false,
    // The Allure view; its page needs the package allure. [--no-allure]
    // allure: false,
    // Whether personal data are masked in everything that is written. [--publish]
    // mask: true,
  },

  // The Ed25519 private key that signs certificates: a PEM file, or its text. Make one with `m2m-conformance keygen`.
  // [M2M_SIGNING_KEY]
  // signingKey: './keys/certificate.pem',
});
