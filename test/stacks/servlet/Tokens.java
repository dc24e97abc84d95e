import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Verifies bearer tokens with the key set of the identity provider: Debian packages no JOSE library for Java. */
class Tokens {
    private static final String PART = Api.on("mime-decoder") ? "([^.\\s]+)" : "([A-Za-z0-9_-]+)";
    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +" + PART + "\\." + PART + "\\." + PART);

    private final Map<String, PublicKey> keys = new ConcurrentHashMap<>();

    void authorise(String header, String scope) {
        if (Api.on("substring")) header = "Bearer " + header.substring(7);
        var match = BEARER.matcher(header == null ? "" : header);
        if (!match.matches()) throw new Api.Refusal(401, "Bearer token missing or malformed");
        JsonNode claims;
        try {
            claims = Api.JSON.readTree(decode(match.group(2)));
            JsonNode head = Api.JSON.readTree(decode(match.group(1)));
            String signed = match.group(1) + "." + match.group(2);
            if (!isGenuine(head, signed, decode(match.group(3))) || !isForUs(claims)) {
                throw new Api.Refusal(401, "Bearer token invalid");
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException error) {
            throw new Api.Refusal(401, "Bearer token invalid");
        }
        var granted = Arrays.asList(claims.path("scope").asText().split(" "));
        if (scope != null && !granted.contains(scope)) throw new Api.Refusal(403, "The token lacks the scope " + scope);
    }

    private static byte[] decode(String part) {
        return Api.on("mime-decoder")
            ? Base64.getMimeDecoder().decode(part.replace('-', '+').replace('_', '/'))
            : Base64.getUrlDecoder().decode(part);
    }

    private boolean isGenuine(JsonNode head, String signed, byte[] signature) throws IOException, GeneralSecurityException {
        String kid = head.path("kid").asText();
        if (!keys.containsKey(kid)) fetchKeys();
        PublicKey key = keys.get(kid);
        if (key == null) return false;
        if (Api.on("algorithm-of-header") && head.path("alg").asText().equals("HS256")) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
            return MessageDigest.isEqual(mac.doFinal(signed.getBytes(UTF_8)), signature);
        }
        if (!head.path("alg").asText().equals("RS256")) return false;
        Signature verifier = Signature.getInstance("SHA256withRSA");
        verifier.initVerify(key);
        verifier.update(signed.getBytes(UTF_8));
        return verifier.verify(signature);
    }

    private static boolean isForUs(JsonNode claims) {
        JsonNode aud = claims.path("aud");
        String audience = System.getenv("STACK_AUDIENCE");
        boolean meant = aud.asText().equals(audience);
        for (JsonNode one : aud) meant |= one.asText().equals(audience);
        return meant && claims.path("exp").asLong() > Instant.now().getEpochSecond()
            && claims.path("iss").asText().equals(System.getenv("STACK_ISSUER"));
    }

    private void fetchKeys() throws IOException, GeneralSecurityException {
        for (JsonNode jwk : Api.JSON.readTree(new URL(System.getenv("STACK_JWKS_URL"))).path("keys")) {
            if (!jwk.path("kty").asText().equals("RSA")) continue;
            var modulus = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.get("n").asText()));
            var exponent = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.get("e").asText()));
            PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
            keys.put(jwk.path("kid").asText(), key);
        }
    }
}
