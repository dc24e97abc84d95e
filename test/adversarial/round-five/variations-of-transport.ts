export interface Variation {
  id: string;
  title: string;
  why: string;
  config?: Record<string, unknown>;
}

/** Variations of tokens, refusals, headers and framing. */
export const transportVariations: readonly Variation[] = [
  {
    id: 'not-before-lies-half-a-minute-back',
    title: 'Tokens are valid from half a minute before they are issued',
    why: 'RFC 7519 section 4.1.5; exp still agrees with expires_in.',
  },
  {
    id: 'each-client-has-its-own-key',
    title: 'Each client has a signing key of its own',
    why: 'RFC 7517 section 5: a key set may hold several keys.',
  },
  {
    id: 'key-ids-are-urls',
    title: 'The key id is a URL with spaces in it',
    why: 'RFC 7515 section 4.1.4: the structure of kid is unspecified.',
  },
  {
    id: 'scopes-stand-in-a-namespaced-claim',
    title: 'Scopes stand in a claim that is named by a URL',
    why: 'The claims are not shown; RFC 7519 section 4.2 suggests collision-resistant names.',
  },
  {
    id: 'a-scope-word-stands-twice',
    title: 'Each word of the scope stands twice',
    why: 'RFC 6749 section 3.3: a list of words without further rules; service:nbg is a whole word of it.',
  },
  {
    id: 'client-ids-are-urls',
    title: 'Client ids are URLs',
    why: 'RFC 6749 section 2.2: the size and form of a client id are left undefined.',
  },
  {
    id: 'audience-is-very-long',
    title: 'The audience has several hundred characters',
    why: 'The value of audience is not shown, and headers stay below 4 KiB.',
  },
  {
    id: 'unknown-client-is-404',
    title: 'A client that is not known is a 404 at the token endpoint',
    why: 'token/refusal-status: 4xx.',
  },
  {
    id: 'expired-token-of-a-withdrawn-key',
    title: 'The expired token was signed with a key since withdrawn',
    why: 'Keys are rotated, and it is a 401 for two reasons.',
  },
  {
    id: 'other-audiences-are-a-list',
    title: 'The token for another audience is for two others',
    why: 'RFC 7519 section 4.1.3: aud may be an array.',
  },
  {
    id: 'refusals-close-the-connection',
    title: 'Each refusal of the gateway closes its connection',
    why: 'RFC 9112 section 9.6: a server may close after any answer that says so.',
  },
  {
    id: 'refusals-take-their-time',
    title: 'Each refusal takes 60 milliseconds',
    why: 'No time limit is stated, and this is far below any.',
  },
  {
    id: 'descriptions-are-long',
    title: 'Descriptions of errors have three thousand characters',
    why: 'error.description is a string without a stated length.',
  },
  {
    id: 'unknown-users-are-gone',
    title: 'An unknown user is 410 for cash, portfolios, addresses and orders',
    why: 'user/unknown asks for a refusal, and user/unknown-status is observed.',
  },
  {
    id: 'wrong-types-are-409',
    title: 'Bodies of the wrong type are 409',
    why: 'A refusal is a 4xx, and other status codes are not shown.',
  },
  {
    id: 'other-methods-are-404',
    title: 'A known path with another method is 404',
    why: 'errors/method: 4xx; RFC 9110 section 15.5.5 allows not to tell what exists.',
  },
  { id: 'answers-name-their-language', title: 'Answers have Content-Language', why: 'RFC 9110 section 8.5.' },
  {
    id: 'answers-are-attachments',
    title: 'Answers have Content-Disposition with a name in two forms',
    why: 'RFC 6266; the field changes nothing about the content.',
  },
  { id: 'answers-carry-a-digest', title: 'Answers have Content-Digest', why: 'RFC 9530 section 2.' },
  {
    id: 'answers-link-to-others',
    title: 'Answers have two Link lines with commas and quotation marks',
    why: 'RFC 8288 section 3.',
  },
  {
    id: 'answers-announce-their-sunset',
    title: 'Answers have Deprecation, Sunset and Warning',
    why: 'RFC 9745 and RFC 8594; deprecation policy is not shown.',
  },
  {
    id: 'answers-count-down-a-quota',
    title: 'Answers count down a quota',
    why: 'Rate limits are not shown, and unknown fields are ignored.',
  },
  {
    id: 'answers-offer-another-protocol',
    title: 'Answers have Alt-Svc',
    why: 'RFC 7838 section 2.4: clients may ignore alternatives.',
  },
  {
    id: 'answers-tell-their-way',
    title: 'Answers have two Via lines and Cache-Status',
    why: 'RFC 9110 section 7.6.3 and RFC 9211.',
  },
  {
    id: 'answers-repeat-the-user-id',
    title: 'Answers repeat x-user-id',
    why: 'RFC 9110 section 5.1: unknown fields of answers are ignored.',
  },
  {
    id: 'ranges-are-served',
    title: 'Ranges are served to those who ask',
    why: 'RFC 9110 section 14; without Range the answer is 200.',
  },
  {
    id: 'replicas-of-two-releases',
    title: 'Every other answer comes from a newer release',
    why: 'Member order, white space and further fields have no meaning (RFC 8259 sections 1 and 2).',
  },
  {
    id: 'framing-takes-turns',
    title: 'Bodies have a length or chunks at random',
    why: 'RFC 9112 section 6 leaves the framing to the sender.',
  },
  { id: 'bodies-need-a-length', title: 'Chunked requests are refused with 411', why: 'RFC 9110 section 15.5.12.' },
  {
    id: 'expectations-fail',
    title: 'Expect is refused with 417',
    why: 'RFC 9110 section 10.1.1: a final status is a proper answer to an expectation.',
  },
  {
    id: 'a-get-has-no-body',
    title: 'A GET with a body is refused',
    why: 'RFC 9110 section 9.3.1: a server may reject it; the endpoints state no body.',
  },
  {
    id: 'put-works-like-patch',
    title: 'PUT updates the address as PATCH does',
    why: 'Further methods are not shown, and the address is overwritten in both.',
  },
  {
    id: 'repeated-members-are-refused',
    title: 'Bodies with a repeated member are refused',
    why: 'RFC 8259 section 4: names should be unique, and some parsers report an error.',
  },
  {
    id: 'depth-is-limited',
    title: 'Bodies nested deeper than twenty are refused',
    why: 'RFC 8259 section 9: a parser may set limits on the depth.',
  },
  {
    id: 'bodies-over-two-kib-are-413',
    title: 'Bodies over two KiB are a 413 with ApiError',
    why: 'Request size limits are not shown, and 413 with ApiError is a refusal.',
  },
];
