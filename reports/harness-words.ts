// The words of the harness's own sentences. Any other word may come from the target, so published
// results mask it. If a word is missing here, published results are safe but less readable. The
// list contains no word that could identify a person, such as a name or a place.
const words = `
  2xx 3xx 4xx 5xx A a a-f abort about above absent absolute Accept accept accept-encoding accept-language acceptable
  accepted accepts access ACCESS_TOKEN access_token accounts across act acts actual Add add added additional Address
  address addresses admitted After after afterwards again against age ago agrees alg alike all allocation allow
  allow_comments allow_invalid_escape Allowed allowed allows allure alone also altered alternate alternately although
  among amount An an Analyst analyst and anew angle another answer answered answering Answers answers anti-hijacking
  any anything apart API api ApiError apostrophe app application applied apply are argument around array arrays
  arrives articles as ASCII ask asked Asking asking assessed asset-specific asymmetric async at attempt aud audience
  auth Authentication authentication Authorization authorization auto await back backslash Bad bad balance balances
  ban banned bans bare base64url baseline Basic BCP be Bearer bearer because becomes been before beforehand began
  begin beginning begins behalf behind belong belongs below best between Beyond beyond bits blank block blocks bodies
  body body-parser boolean Both both bound boundary br brace braces brackets branch break breaks broken but buy by
  byte Bytes bytes ca cache Cache-Control cacheable CacheControl cached caches caching call called came can cannot
  capital capitals carried carries carry case case-insensitively case-sensitive cases Cash cash catalogue catch
  categories category cause causes cert CERTIFICATE certificate certificates certPem challenge change changed changes
  channel channels chapterCount character characters charset Check check Choose chunk chunked city claim claims clear
  cleared client client_id client_secret clientCertificate clients close closed closed-connection closer closing code
  codes coding codings colon column come comes comma commas comment comments common compact compare compared
  comparison complete compressed concern conclude concurrency --concurrency condition conditional config configuration
  Configure configured Conflict conflict conform conformance conformant conforms connection constructor contain
  contained contains content Content-Length content-length Content-Lengths Content-Type content-type contentType
  context continue contradicts control Convert converted cookie cookies Copy Correct correct Could could count
  counting country countryCode counts covers CR create created creates creation credential credentials CRLF css cure
  currencies currency cut daily DailySummary data database Date date day days de-AT deadline --deadline decides
  declaration Declare declare declared declares decode decode_invalid_numbers decoded Decoder decoders deep default
  define deflate DELETE deletes delivered denied deny depend depends deposits depth DER derived derives describe
  description descriptions details detect detected dialect Did did differ differences different differently differs
  digit digits direct Directive directive directives directory disagree disappeared displayValue distinguish do
  document documentation does dot dots double down downBy Draft draft duplicate duplicates during e-mail each earlier
  ecosystem edit edited editorial effect Either either element elements else else's elsewhere email embedded emptied
  empties empty en-GB encoded encodes encrypted end end-user ended endless endpoint Endpoints endpoints ends ENOENT
  enough enriched entity entries entry enum eq equal equals Error error error_description Errors errors escape escaped
  etag even Every every everything evidence exactly example exceeds exception exchange exist existing exists exp
  expect Expected expected expirations expire expired Expires expires expires_in expiry exponent Export export Express
  expression facts fail FAIL_ON_TRAILING_TOKENS failed fails failures false FAQ far faster Fastify fault fetch fetched
  fewer field fields fifty file files filter final finds firewall first fits five flag flags flight flow fold folded
  folders follows for forbid Forbidden forbidden forbids foreign forged forging form format formats formatted former
  forms Found found four fraction fragment framing fresh freshness from front full full-width fullwidth fully function
  fundamentals further future gain gaining gains Gateway gateway gave gem generated genuine GET Get get gets Give give
  given gives glossary GMT go Go's gone got grant_type grapheme greater group grouped groups Gson guard guide guides
  gzip had half handles harness has hash have HEAD head header Headers headers heap held here hex hexadecimal
  historical HMAC hold holding holdings holds homoglyph host how HTML html HTTP http https human-readable hyphen
  hyphens id identified identifiers identity identity-provider-issued Ids ids If if ignored immutable implementation
  impossible in included including incomplete inconclusive indented index infinite Infinity information inherited
  initialization input inside insights instance instead instruments insufficient_scope integer integers interest
  interim Internal internal internals interrupted into Invalid invalid invalid-http invalid_client invalid_token is
  isCertificate ISIN isin isName ISO isolated isolation iss issuance issued issuer It it item items its itself Java
  JavaScript javascript jku joined JSON json Json judge judged JWE jwe JWK jwk jwks JWS jws JWT jwt keep-alive kept
  key keygen KeyObject keyPem keys keyword kid killed kind kinds Known known knows label labels lack lacks language
  languages large larger last later leading leads learn learning LearningGuideSummary least Leave leave left length
  lenient less let lets letter letters level levels LF lie lies lifetime like limit Limits limits line line1 line2
  lines linked list listed listing listings lists load localised location log lone long longer look-alike looks loop
  loopback lose loses losing lost Lower lower lowercase lua-cjson M2M_AUDIENCE M2M_AUTH_URL M2M_BASE_URL M2M_CLIENT_ID
  M2M_CLIENT_SECRET M2M_CONCURRENCY M2M_DEADLINE M2M_DENIED_TOKEN M2M_DENIED_USER_ID M2M_EXPIRED_TOKEN
  M2M_FOREIGN_USER_ID M2M_JWKS_URL M2M_OTHER_AUDIENCE_TOKEN M2M_RATE M2M_SAME_LANGUAGE M2M_SECOND_USER_ID M2M_TIMEOUT
  M2M_TOKEN M2M_UNSCOPED_CLIENT_ID M2M_UNSCOPED_CLIENT_SECRET M2M_USER_ID machine made Make makes marked Malformed
  malformed manages Many many mark markers market marks markup masked match matches max max-age maximum
  maxValueDifferences may me mean means media member member's members memory merge message Method method methods
  metrics middle milliseconds minimum Mint minted minus minutes Missing missing missing-member mistake mistyped mixed
  modulus moment monitor month more most mostly ms multipart multiple must must-revalidate Name name named names NaN
  nbg need needed needs negative neither nested Network network never new newline newly news Newtonsoft next No no
  no-cache no-credential no-store no-transform NO_PROXY nobody node Node NodeJS noncharacter none nor nosniff Not not
  not-recorded Nothing nothing notification notifications NotificationSettings now nowhere NUL null number numbers
  numeric Object object objects observe observed occur occurred occurs octet-stream of off offset often old older
  omitted on once one ones only opaque operation operator optional OPTIONS OR or order orders ordinary org origin
  original other other's others otherwise out out-of-memory outcome outside over overlap overrides Oversized oversized
  overwrites own page pairs parameter parameters parse_constant parser parsers parsing part parts pass passphrase
  password PATCH path pattern pause payload PEM pem pemCertificate percent percent-encoded percent-encoding percentage
  performance performer performer's performers perhaps permissions Permitted permitted Personal personal PHP pinned
  pins PKCS place placeholder places plain plans platform plus png pointless points portfolio portfolio's Portfolios
  portfolios position positive POST postalCode pragma precision preferences prefix present previous prices priority
  private privateKey probe problem process products profile program Promise proof protocol provider provider's proxies
  proxy proxy-revalidate public publish purpose PUT put putting Python Python's quality queries Query query quick
  quiet quotation quoted quotes raise Raise random range rate --rate raw reach reached read read-back readable reader
  reading readings reads reality realm reason recomputed recorded redirects refer reference references referrer refers
  refusal refuse refused refused-connection refuses RegExp region regular regularly rejected rejection relative Remove
  remove removed renew renewed repair repaired repeat repeatable Repeated repeated repeats repetitions replace replay
  reported Reports request requested requests require required requirement requirements reserved resolve resource
  Resources respond responding responds response responseId Responses responses rest restore restored restores
  restricted result retried retry-after return returned Returns returns reveals revokes RFC RFCs right right-to-left
  rights robustness roles row rsa Ruby ruby-jwt rule rules run run's runs Rust s-maxage safety said same same-origin
  sample sandbox savings Say say says scalar scalars scenario Schema schema scheme scope scoped scopes scp searches
  second seconds secret section sections see seed seen segment segments sell semicolon send sends sent sentiment sep
  separator separators series served server server's serves service Set set sets settings settled several shape shapes
  shard shards share shared shed short shorter shortly should show shown shows side sig SIGINT sign signal signature
  signed significant SIGTERM simulates single single-instrument sixteen sixty size skip skipped slash slashes slowly
  slug small snapshots so some something sometimes sort sound source space space-separated special specification
  Specified specified spelled spelling spite splice SQL stable stack stale-if-error stale-while-revalidate stand
  standard stands start started starts state stated states status statuses stayed step still stop stopped storable
  store stored stores strict STRICT strictly Strictness String string strings sub subject success successful such sum
  summaries summary supplied surrogate surrogates survive survives svg swap swapped symbol system System tab tag take
  taken takes takesUser tallies target target-down te teapot tell templates tenor term test tester tester's text Text
  texts than that The the their them then There there these they third this those three thrown throws tickers time
  timeout --timeout times timestamp title titles tls to together Token token token_type Tokens tokens told Too too top
  top-up total TRACE trace traceparent trades trailer trailing transaction transfer Transfer-Encoding travel tried
  true try turn turned twelve twice Two two two-byte type types unanswered unauthorised Unauthorized unauthorized
  Unavailable unavailable unchanged unclear undefined under underscore undone Unexpected unexpected unhandled unique
  Unknown unknown unless unlike unlisted Unmarshal unqualified unquoted unresolved-name unscoped Unset unset unsigned
  unsolicited unspecified Unsupported unsupported unterminated until unverified upBy update updated updates upgrade
  upper uppercase URIs URL url Use use used useless User user user's userCreation Users users uses using usual UTF utf
  UTF-16 UTF-32 UTF-8 UUID valid value values variable variables varies Vary vary varying vault verifies verify
  Version version violated violates visible wait warn was way weight well well-formed went were What what when Where
  where Whether whether Which which whichever while white whole whose wildcard will wire wish with withdrawal withheld
  within Without without withStrictMode word work worker working works worst would Write write writes written wrong
  wrote WWW-Authenticate www-authenticate x-user-id xml yes yet yield yields you zero zero-width zeros
`;

const known: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** Whether the harness uses this word in its sentences. Case counts. */
export function isHarnessWord(word: string): boolean {
  return known.has(word);
}
