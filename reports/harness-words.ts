// The words of the harness's own sentences. What is no such word may be a target's, and does not leave with a result that
// is published. A word that is missing here is masked in published results: it is not unsafe to forget one, only less
// readable. No names, no places, nothing that a person could be known by.
const words = `
2xx 3xx 4xx 5xx a a-f abort above absent absolute Accept accept accept-encoding accept-language acceptable
accepted accepts access ACCESS_TOKEN access_token accounts across act acts actual Add add added Address address
addresses After after afterwards again against age ago agrees alg alike all allocation allow Allowed allowed
allows allure alone also altered alternate alternately although amount An an Analyst analyst and anew angle
another answer answered answering Answers answers any apart API api ApiError app application applied are argument
around array arrays articles as ASCII ask asked Asking asking asset-specific asymmetric async at attempt aud
audience auth Authentication authentication Authorization authorization auto await back backslash Bad bad balance
balances bare baseline Basic BCP be Bearer bearer becomes before beforehand began begin begins behalf behind
belong belongs below best between beyond blank block blocks bodies body boolean Both both bound boundary br brace
braces brackets branch break breaks broken but buy by byte Bytes bytes ca cache Cache-Control cacheable
CacheControl caches call called came can cannot capital carried carries carry case Cash cash catalogue catch
categories category cause cert CERTIFICATE certificate certificates certPem change changed changes channel
chapterCount character characters charset Check check Choose chunk chunked city claim claims clear cleared client
client_id client_secret clientCertificate clients close closed closed-connection closer closing code codes coding
codings colon column come comes comma comment comments common compact compare compared complete compressed concern
conclude concurrency condition config configuration configured Conflict conflict conform conformance conformant
conforms connection constructor contain contains content Content-Length content-length Content-Lengths
Content-Type content-type contentType context continue contradicts control Convert cookies Copy Correct correct
Could could count counting country countryCode counts covers CR create created creates creation credential
credentials CRLF css cure currencies currency cut daily DailySummary data database Date date day days de-AT
deadline Declare declare declared declares deep default deflate DELETE delivered denied deny depends deposits
depth DER description descriptions details dialect Did did differ different differently differs digit digits
direct Directive directive directives directory disagree displayValue do document documentation does dots double
down downBy Draft draft duplicate e-mail each ecosystem edit editorial effect either element elements else else's
elsewhere email embedded emptied empties empty en-GB encoded encodes encrypted end end-user ended endpoint
Endpoints endpoints ends ENOENT enough enriched entries entry enum eq equals Error error error_description Errors
errors escape etag Every every everything evidence example exception exchange exist existing exists exp expect
Expected expected expirations expire expired Expires expires expires_in expiry exponent Export export expression
fail failed fails false FAQ far fault fetch fetched fewer field fields fifty file files filter final first five
flag flags flow fold folded folders follows for Forbidden forbidden forbids foreign forged forging form format
formats formatted former forms Found found four fraction fragment framing fresh freshness from front full
full-width fullwidth function fundamentals further future gaining gains Gateway gateway gave generated genuine GET
get gets Give give given gives glossary GMT go gone got grant_type grapheme greater group grouped groups guard
guide guides gzip half harness has have HEAD head header Headers
headers heap held here hex hexadecimal historical HMAC hold holding holdings holds homoglyph host HTML html HTTP
http https human-readable hyphen hyphens id identified identifiers identity identity-provider-issued Ids ids if
ignored immutable implementation impossible in included incomplete inconclusive index infinite Infinity
information initialization input inside insights instance instead instruments insufficient_scope integer integers
interest interim Internal internal interrupted into Invalid invalid invalid-http invalid_client invalid_token is
isCertificate ISIN isin isName ISO isolated iss issuance issued issuer it item items its itself Java JavaScript
javascript jku JSON json judge judged JWE jwe JWK jwk jwks JWS jws JWT jwt keep-alive kept key keygen KeyObject
keyPem keys keyword kid killed kind Known known knows label labels lacks language languages large larger last
later leading leads learn learning LearningGuideSummary least Leave leave left length let lets letter letters
level levels LF lie lies lifetime like limit Limits limits line line1 line2 lines list listed listing listings
lists load localised location log lone long longer look-alike looks loopback loses losing lost Lower lower
lowercase made Make makes Malformed malformed manages Many many markers market markup masked matches max max-age
maximum maxValueDifferences may me mean means media member members memory merge message Method method methods
metrics middle milliseconds minimum Mint minted minus minutes Missing missing missing-member mistyped mixed
modulus moment monitor month more most ms multipart multiple must must-revalidate Name name names NaN nbg need
needs negative neither nested Network network never new newline news next No no no-cache no-credential no-store
no-transform NO_PROXY nobody node NodeJS noncharacter none nor nosniff Not not not-recorded Nothing nothing
notification notifications NotificationSettings now nowhere NUL null number numbers numeric Object object objects
observe observed occur occurs octet-stream of off offset old older omitted on once one only opaque operation
operator optional OPTIONS OR or order orders ordinary origin original other others otherwise out out-of-memory
outside over oversized overwrites own page pairs parameter parameters part parts pass passphrase password PATCH
path pattern payload PEM pem pemCertificate percent percent-encoded percentage performance performer performers
perhaps permissions Permitted permitted Personal personal PHP pinned pins PKCS place placeholder plain plans
platform plus png pointless points portfolio Portfolios portfolios position positive POST postalCode pragma
precision preferences present prices priority private privateKey probe problem process products profile Promise
protocol provider proxies proxy proxy-revalidate public publish PUT put putting Python queries Query query quick
quiet quotation quoted quotes raise random range rate raw reached read read-back readable reader reads reality
realm recorded refer reference referrer refers refusal refuse refused refused-connection refuses RegExp region
regular rejected rejection relative Remove remove renew renewed repair repaired repeat Repeated repeated repeats
repetitions replay reported request requested requests required requirement reserved resolve resource Resources
response responseId responses rest restore result retry-after return Returns returns RFC RFCs right robustness
roles row rsa Ruby rule run run's runs Rust s-maxage safety said same same-origin sample sandbox savings Say say
says scalar scalars scenario Schema schema scheme scope scoped scopes scp second seconds secret section sections
see seed seen segment segments sell sent sep separators served server server's serves service Set set sets
settings settled several shape shapes shard shards share shared shed short shorter should show shown shows side
sig SIGINT sign signal signature signed significant SIGTERM simulates single single-instrument sixty size slash
slashes slug small snapshots so some something sort sound source space space-separated specification specified
spelled spelling splice SQL stable stale-if-error stale-while-revalidate stand standard stands start started
starts stated status statuses stayed step still stop stopped store stored strict String string strings sub subject
success successful such sum summaries summary supplied surrogate surrogates survive survives svg swapped symbol
tab tag take taken takes takesUser tallies target target-down te teapot tell templates tenor term test tester
tester's text texts than that The the their them then there these they third this those three thrown tickers time
timeout times timestamp title titles tls to together Token token token_type Tokens tokens Too too top top-up total
TRACE trace traceparent trades trailer transaction transfer Transfer-Encoding travel tried true try turn turned
twelve twice Two two type types unanswered unassessable unauthorised Unauthorized unauthorized Unavailable
unavailable unchanged unclear undefined under underscore undone Unexpected unexpected unhandled unique Unknown
unknown unless unquoted unresolved-name unscoped Unset unset unsigned Unsupported unsupported until unverified
upBy update updated updates upgrade upper uppercase URIs URL url Use use used User user user's Users users using
UTF utf UUID valid value values variable variables varies Vary vary vault verifies verify version violated visible
wait warn was way weight well-formed went were What what when Where where Whether whether Which which while white
whole whose wildcard will wire wish with withdrawal withheld within without word work worker working works worst
would Write write writes wrong WWW-Authenticate www-authenticate x-user-id xml yes yet yield yields you zero
zero-width zeros
`;

const known: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** Whether the word is one that the harness uses when it speaks of requests and answers. Case counts. */
export function isHarnessWord(word: string): boolean {
  return known.has(word);
}
