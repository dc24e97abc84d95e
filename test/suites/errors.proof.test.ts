import { ofKind, proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('errors/json', {
  claim: ['cash'],
  invalid: [
    ['errors-in-xml-by-default', 'not-json'],
    ['errors-as-text-plain', 'media-type'],
    ['insights-errors-as-text-plain', 'media-type'],
    ['errors-of-two-media-types', 'media-type'],
    ['cash-errors-in-vendor-type', 'media-type'],
    ['insights-errors-with-comment', 'not-json'],
    ['guide-errors-printed-as-python', 'not-json'],
    ['portfolios-errors-in-cdata', 'not-json'],
    ['cash-errors-with-carriage-control', 'not-json'],
    ['summaries-errors-twice', 'not-json'],
    ['address-errors-leave-a-comma', 'not-json'],
    ['empty-400-on-malformed-user', 'no-body'],
    ['guide-empty-400', 'no-body'],
    ['html-404-on-unknown-user', 'html'],
    ['summaries-html-for-unknown-user', 'html'],
    ['express-404-for-guide', 'html'],
    ['go-404-on-cash', 'not-json'],
    ['cloudflare-403-on-guides', 'not-json'],
    ['portfolios-page-unless-json-is-named', 'html', { claim: ['portfolios'] }],
    ['html-401-on-portfolios', 'html', { claim: ['portfolios'] }],
    ['malformed-address-page-unless-json-is-named', 'html', { claim: ['users'] }],
    ['html-400-on-malformed-json', 'html', { claim: ['users'] }],
    [
      'address-errors-in-type-of-request',
      'media-type',
      { sent: ['http/no-server-error'], claim: ['users'] },
    ],
    ['orders-errors-cut-to-column', 'cut-off', { sent: ['user/missing'] }],
    ['orders-empty-400', 'no-body', { sent: ['orders/malformed-json'] }],
    ['express-400-for-order', 'html', { sent: ['orders/malformed-json'] }],
    ['product-undecodable-path-html', 'html', { claim: ['investment-products'] }],
    ['aspnet-bare-401-on-orders', 'no-body', { sent: ['auth/missing'] }],
    ['envoy-401-on-portfolios', 'not-json', { sent: ['auth/expired'] }],
    ['envoy-403-on-guide', 'not-json', { sent: ['scope/others'] }],
    ['iis-415-on-orders', 'html', { sent: ['orders/content-type'] }],
    ...shownBy({ claim: ['learn'] }, [
      ['html-error-of-one-replica', 'html'],
      ['insights-errors-as-event-stream', 'media-type'],
      ['text-403-on-guides', 'not-json'],
    ]),
  ],
});

proveRequirement('errors/shape', {
  claim: ['cash'],
  valid: ofKind('error-content'),
  invalid: [
    [
      'error-without-status-of-one-replica',
      'missing-member:/status',
      { sent: ['errors/json'], claim: ['learn'] },
    ],
    [
      'not-found-untranslated',
      'wrong-type:/error/message',
      { sent: ['errors/json'], claim: ['learn'] },
    ],
    ['orders-error-in-list', 'missing-member:/error', { sent: ['orders/wrong-type'] }],
    ['fastapi-422-on-orders', 'missing-member:/status', { sent: ['orders/wrong-type'] }],
    [
      'address-description-as-list',
      'wrong-type:/error/description',
      { sent: ['address/coercion'] },
    ],
    ['savings-order-error-as-list', 'wrong-type:/error', { sent: ['http/no-server-error'] }],
    [
      'undecodable-path-in-own-shape',
      'missing-member:/status',
      { sent: ['guide/malformed-id'], claim: ['learn'] },
    ],
    ['spring-415-on-address', 'missing-member:/responseId', { sent: ['address/content-type'] }],
    ['django-field-errors-on-address', 'missing-member:/status', { sent: ['address/wrong-type'] }],
    ['oauth-error-on-portfolios', 'missing-member:/status', { sent: ['auth/malformed'] }],
    ['json-null-on-deposit', 'wrong-type:the body', { sent: ['declared/malformed-body'] }],
    ...shownBy({ sent: ['errors/json'] }, [
      ['status-as-text', 'wrong-type:/status'],
      ['notifications-status-as-text', 'wrong-type:/status'],
      ['error-as-text', 'wrong-type:/error'],
      ['cash-error-as-text', 'wrong-type:/error'],
      ['savings-vault-error-as-text', 'wrong-type:/error'],
      ['error-message-as-list', 'wrong-type:/error/message'],
      ['errors-wrapped', 'wrapped'],
      ['error-in-list', 'missing-member:/error'],
      ['error-without-message', 'missing-member:/error/message'],
      ['guides-error-without-message', 'missing-member:/error/message'],
      ['error-description-as-object', 'wrong-type:/error/description'],
      ['summaries-error-description-as-object', 'wrong-type:/error/description'],
      ['response-id-missing', 'missing-member:/responseId'],
      ['address-response-id-missing', 'missing-member:/responseId'],
      ['guides-response-id-null', 'wrong-type:/responseId'],
      ['portfolios-message-null', 'wrong-type:/error/message'],
      ['insights-description-as-number', 'wrong-type:/error/description'],
      ['portfolios-error-empty', 'missing-member:/error/message'],
      ['cash-response-id-hyphenated', 'missing-member:/responseId'],
      ['portfolios-error-encoded-twice', 'wrong-type:the body'],
      ['spring-401-on-insights', 'missing-member:/responseId'],
      ['django-401-on-cash', 'missing-member:/status'],
      ['aspnet-problem-on-summaries', 'missing-member:/error'],
      ['api-gateway-403-on-guides', 'missing-member:/status'],
      ['fastify-400-on-insights', 'missing-member:/status'],
      ['nest-401-on-savings-vault', 'missing-member:/status'],
      ['rails-404-for-guide', 'missing-member:/responseId'],
      ['laravel-401-on-address', 'missing-member:/status'],
    ]),
  ],
});

proveRequirement('errors/status-matches', {
  claim: ['cash'],
  invalid: [
    ['guide-errors-share-a-code', 'other-status', { sent: ['errors/json'], claim: ['learn'] }],
    ['status-401-in-403', 'other-status', { sent: ['errors/json'], claim: ['learn'] }],
    ['orders-status-400-in-422', 'other-status', { sent: ['orders/wrong-type'] }],
    ...shownBy({ sent: ['errors/json'] }, [
      ['error-status-in-shared-variable', 'other-status'],
      ['status-of-highest-error-so-far', 'other-status'],
      ['status-always-500', 'other-status'],
      ['cash-status-always-500', 'other-status'],
      ['address-status-always-500', 'other-status'],
      ['guides-status-401-in-403', 'other-status'],
      ['insights-status-of-category', 'other-status'],
      ['summaries-status-404-in-401', 'other-status'],
      ['guide-status-200-in-404', 'other-status'],
    ]),
  ],
});

proveRequirement('errors/response-id-uuid', {
  claim: ['cash'],
  invalid: [
    ['orders-response-id-short', 'not-uuid', { sent: ['orders/side-values'] }],
    ['cash-response-id-of-request', 'not-uuid'],
    ['response-id-with-line-feed', 'not-uuid'],
    ...shownBy({ sent: ['errors/json'] }, [
      ['response-id-short', 'not-uuid'],
      ['response-id-without-hyphens', 'not-uuid'],
      ['summaries-response-id-without-hyphens', 'not-uuid'],
      ['response-id-as-urn', 'not-uuid'],
      ['guide-response-id-as-urn', 'not-uuid'],
      ['response-id-of-the-client', 'not-uuid'],
      ['response-id-of-the-trace-on-cash', 'not-uuid'],
      ['portfolios-response-id-in-braces', 'not-uuid'],
      ['guides-response-id-unknown', 'not-uuid'],
      ['response-id-with-seventeenth-digit', 'not-uuid'],
    ]),
  ],
});

proveRequirement('errors/response-id-unique', {
  invalid: [
    ['response-id-of-the-clock', 'shared', { claim: ['cash'] }],
    ['response-id-hash-of-request', 'shared', { claim: ['cash'] }],
    ['orders-response-id-of-deployment', 'shared', { sent: ['orders/side-values'] }],
    ['response-ids-from-a-pool', 'shared', { sent: ['user/malformed'] }],
    [
      'response-id-repeated-now-and-then',
      'shared',
      { sent: ['user/malformed'], claim: ['cash'], deep: true },
    ],
    ['response-id-sequence-per-connection', 'shared', { sent: ['errors/method'], claim: ['cash'] }],
    ...shownBy({ sent: ['errors/json'], claim: ['cash'] }, [
      ['response-id-nil', 'shared'],
      ['response-id-per-connection', 'shared'],
      ['response-id-per-user', 'shared'],
      ['errors-cached', 'shared'],
      ['response-ids-of-two-equal-generators', 'shared'],
    ]),
    ...shownBy({ sent: ['errors/json'] }, [
      ['insights-response-id-nil', 'shared'],
      ['product-response-id-per-connection', 'shared'],
      ['notifications-response-id-per-user', 'shared'],
      ['address-errors-cached', 'shared'],
      ['summaries-response-id-of-second', 'shared'],
    ]),
  ],
});

proveRequirement('errors/message-text', {
  claim: ['cash'],
  invalid: [
    ['message-empty-on-403', 'blank', { sent: ['errors/json'], claim: ['learn'] }],
    ['address-message-untranslated', 'blank', { sent: ['address/wrong-shape'] }],
    ...shownBy({ sent: ['errors/json'] }, [
      ['message-shown-once', 'blank'],
      ['message-blank', 'blank'],
      ['portfolios-message-blank', 'blank'],
      ['address-message-blank', 'blank'],
      ['guides-message-empty-on-403', 'blank'],
      ['insights-message-dots', 'blank'],
      ['summaries-message-empty-for-unknown-user', 'blank'],
    ]),
  ],
});

proveRequirement('errors/no-leak', {
  sent: ['errors/json'],
  claim: ['cash'],
  valid: [
    'errors-list-what-is-wrong',
    'errors-with-details',
    'errors-with-causes',
    'errors-quote-who-answered-behind',
    'messages-with-odd-characters',
    'descriptions-of-three-thousand-characters',
  ],
  invalid: [
    ['orders-java-trace', 'stack-trace', { sent: ['http/no-server-error'] }],
    ['savings-order-go-trace', 'stack-trace', { sent: ['http/no-server-error'] }],
    ['token-echoed-in-error', 'token', { sent: [], claim: ['learn'] }],
    ['guide-token-echoed', 'token'],
    ['cash-python-trace', 'stack-trace'],
    ['portfolios-dotnet-trace', 'stack-trace'],
    ['guide-template-path', 'file-path'],
    ['address-token-echoed', 'token'],
    ['path-where-text-is-no-utf-8', 'stack-trace', { sent: ['user/malformed'] }],
    ...shownBy({ sent: [] }, [
      ['stack-trace-in-description', 'stack-trace'],
      ['notifications-stack-trace', 'stack-trace'],
      ['java-trace-in-description', 'stack-trace'],
      ['file-path-in-message', 'file-path'],
      ['summaries-file-path', 'file-path'],
      ['host-trace-in-description', 'stack-trace'],
    ]),
  ],
});

proveRequirement('errors/unknown-route', {
  claim: ['cash'],
  valid: ['unknown-route-401', 'unknown-route-403', 'learn-by-kind-of-content'],
  invalid: [
    ['unknown-route-html', 'no-api-error'],
    ['unknown-route-bare', 'no-api-error'],
    ['unknown-route-id-unresolved', 'id-not-uuid'],
    ['unknown-route-served', 'served'],
    ['unknown-route-redirected', 'other-status'],
    ['unknown-route-405', 'other-status'],
    ['unknown-route-202', 'served'],
    ['undecodable-unknown-route-html', 'no-api-error'],
  ],
});

proveRequirement('errors/method', {
  claim: ['cash'],
  valid: [
    'unknown-method-501',
    'options-supported',
    'options-listed-in-text',
    'head-405-with-length',
    'head-404-without-length',
    'head-501-with-body',
    'head-401-to-everybody',
    'head-with-body',
    'other-methods-at-the-gateway',
    'unknown-method-404',
  ],
  invalid: [
    ['unknown-method-served', 'served'],
    ['reads-by-path-alone', 'served'],
    ['unknown-method-accepted-for-later', 'served'],
    ['address-by-path-alone', 'served', { claim: ['users'] }],
  ],
});
