import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The endpoints. STACK_TOGGLE names the fault or variation that is on. */
public class Api extends HttpServlet {
    static final ObjectMapper JSON = new ObjectMapper();
    static final Pattern HEX_ID = Pattern.compile("[a-f0-9]{24}");
    private static final Pattern COUNTRY = Pattern.compile(on("find-dollar") ? "^[A-Z]{2}$" : "[A-Z]{2}");
    private static final Pattern JSON_TYPE = Pattern.compile("(?i)application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?");
    private static final String[] MEMBERS = {"line1", "line2", "city", "postalCode", "countryCode"};
    private static final Set<String> PATHS = Set.of("/learn/learning-guides", "/learn/analyst-insights",
        "/daily-summaries", "/b2b/notification-settings", "/cash", "/portfolios", "/users/me", "/users/me/address",
        "/api/m2m/investments/orders");
    private static final JsonNode CONTENT;

    static {
        try {
            CONTENT = JSON.readTree(Path.of(System.getenv("STACK_CONTENT")).toFile());
        } catch (IOException error) {
            throw new ExceptionInInitializerError(error);
        }
        // By default, Jackson ignores text after the first value.
        JSON.configure(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, !on("trailing-tokens"));
    }

    private final Map<String, JsonNode> listings = new ConcurrentHashMap<>();
    private final Map<String, JsonNode> addresses = new ConcurrentHashMap<>();
    private final Tokens tokens = new Tokens();
    private String userId; // For the fault instance-field: all threads share the servlet.

    static boolean on(String toggle) {
        return toggle.equals(System.getenv("STACK_TOGGLE"));
    }

    /** Ends a request with an ApiError. */
    static class Refusal extends RuntimeException {
        final int status;

        Refusal(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    static void refuse(HttpServletResponse response, int status, String message) throws IOException {
        ObjectNode body = JSON.createObjectNode().put("status", status).put("responseId", UUID.randomUUID().toString());
        body.putObject("error").put("message", message).putNull("description");
        if (status == 401) response.setHeader("WWW-Authenticate", "Bearer realm=\"m2m\"");
        send(response, status, body);
    }

    private static void send(HttpServletResponse response, int status, JsonNode body) throws IOException {
        response.setStatus(status);
        if (!response.containsHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/json");
        if (on("latin-1-writer")) {
            response.getWriter().write(body.toString()); // The default of the Servlet specification is ISO-8859-1.
            return;
        }
        byte[] bytes = (on("pretty") ? body.toPrettyString() : body.toString()).getBytes(UTF_8);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            serve(request, response);
        } catch (Refusal refusal) {
            if (on("send-error") && refusal.status == 401) response.sendError(401, refusal.getMessage());
            else refuse(response, refusal.status, refusal.getMessage());
        }
    }

    /** `getPathInfo` is decoded, normalised and without `;parameters`; `getRequestURI` is what the client sent. */
    private void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getPathInfo();
        boolean isGuide = path.startsWith("/learning-guides/");
        if (!isGuide && !PATHS.contains(path)) throw new Refusal(404, "Not found");
        String method = path.endsWith("/address") ? "PATCH" : path.endsWith("/orders") ? "POST" : "GET";
        if (!request.getMethod().equals(method)) throw new Refusal(405, "Method not allowed");
        String scope = isGuide || path.equals("/learn/learning-guides") ? "service:nbg" : null;
        if (!on("guard-by-uri") || isGuide || PATHS.contains(request.getRequestURI())) {
            tokens.authorise(request.getHeader("Authorization"), scope);
        }
        String user = identify(request, !isGuide);
        if (on("instance-field")) {
            userId = user;
            pause(); // Waits for the database, while other threads go on.
            user = userId;
        }
        String language = user == null ? "en" : CONTENT.at("/users/" + user + "/language").asText();
        switch (path) {
            case "/learn/learning-guides" -> listGuides(response, user, language);
            case "/learn/analyst-insights" -> send(response, 200, CONTENT.at("/insights/" + language));
            case "/daily-summaries" -> send(response, 200, summaries(user));
            case "/b2b/notification-settings" -> send(response, 200, CONTENT.at("/notifications/" + user));
            case "/cash", "/portfolios" -> send(response, 200, CONTENT.at(path + "/" + user));
            case "/users/me" -> send(response, 200, addressOf(user));
            case "/users/me/address" -> {
                addresses.put(user, checkedAddress(readBody(request)));
                if (on("no-content")) response.setStatus(204);
                else send(response, 200, addressOf(user));
            }
            case "/api/m2m/investments/orders" -> send(response, 201, transaction(readBody(request)));
            default -> send(response, 200, guide(path.substring("/learning-guides/".length()), language));
        }
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    /** `getHeader` returns the first of several lines. */
    private static String identify(HttpServletRequest request, boolean required) {
        var lines = Collections.list(request.getHeaders("x-user-id"));
        if (lines.isEmpty() && !required) return null;
        if (lines.size() != 1 || !HEX_ID.matcher(lines.get(0)).matches()) {
            throw new Refusal(400, "x-user-id missing or malformed");
        }
        if (CONTENT.get("users").has(lines.get(0))) return lines.get(0);
        throw new Refusal(request.getPathInfo().equals("/daily-summaries") ? 401 : 404, "User not found");
    }

    private void listGuides(HttpServletResponse response, String user, String language) throws IOException {
        String key = on("cached-without-user") ? "guides" : on("cached-by-user") ? user : UUID.randomUUID().toString();
        JsonNode listing = listings.computeIfAbsent(key, absent -> CONTENT.at("/guides/" + language));
        response.setHeader("Cache-Control", "private, max-age=1800");
        response.setHeader("Vary", "x-user-id");
        send(response, 200, listing);
    }

    private static JsonNode guide(String id, String language) {
        if (!HEX_ID.matcher(id).matches()) throw new Refusal(400, "Malformed guide id");
        for (JsonNode summary : CONTENT.at("/guides/" + language + "/data")) {
            if (!summary.get("id").asText().equals(id)) continue;
            ObjectNode full = summary.deepCopy();
            return full.set("chapters", CONTENT.at("/chapters/" + language + "/" + id));
        }
        throw new Refusal(404, "Guide not found");
    }

    private static JsonNode summaries(String user) {
        if (CONTENT.at("/users/" + user + "/summariesDenied").asBoolean()) throw new Refusal(403, "Access denied");
        JsonNode summaries = CONTENT.at("/summaries/" + user).deepCopy();
        if (on("int-timestamp")) {
            for (JsonNode day : summaries.get("data")) ((ObjectNode) day).put("timestamp", (int) day.get("timestamp").asLong());
        }
        return summaries;
    }

    private JsonNode addressOf(String user) {
        return JSON.createObjectNode().set("address", addresses.getOrDefault(user, CONTENT.at("/addresses/" + user)));
    }

    /** The body as JSON. Given bytes, Jackson skips a BOM and detects UTF-16 and UTF-32. */
    private static JsonNode readBody(HttpServletRequest request) throws IOException {
        String type = request.getContentType() == null ? "" : request.getContentType();
        boolean encoded = request.getHeader("Content-Encoding") != null;
        if (!JSON_TYPE.matcher(type).matches() || encoded) throw new Refusal(415, "Unsupported media type");
        byte[] bytes = request.getInputStream().readNBytes(1 << 20);
        try {
            if (on("bytes-to-jackson")) return JSON.readTree(bytes);
            return JSON.readTree(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (IOException error) {
            throw new Refusal(400, "Malformed JSON");
        }
    }

    private static boolean isLine(JsonNode node) {
        return node.isTextual() && !node.asText().isEmpty() && node.asText().length() <= 200;
    }

    private static JsonNode checkedAddress(JsonNode body) {
        if (on("null-pointer")) body.get("address").get("countryCode").asText().strip();
        JsonNode address = body.path("address");
        JsonNode code = address.path("postalCode");
        JsonNode line2 = address.path("line2");
        boolean isCode = isLine(code) || code.isNumber() && code.asDouble() >= 0 && code.asDouble() < 1e15;
        var country = COUNTRY.matcher(address.path("countryCode").asText());
        boolean isCountry = on("find-dollar") ? country.find() : country.matches();
        boolean lines = isLine(address.path("line1")) && isLine(address.path("city"));
        if (!lines || !isCode || !isCountry || !(line2.isTextual() || line2.isMissingNode())) {
            throw new Refusal(422, "address is missing or invalid");
        }
        ObjectNode kept = JSON.createObjectNode();
        for (String name : MEMBERS) if (address.has(name)) kept.set(name, address.get(name));
        return kept;
    }

    private static JsonNode transaction(JsonNode body) {
        JsonNode amount = body.path("amount");
        boolean isAmount = amount.isNumber() && amount.asDouble() > 0 && amount.asDouble() <= 1e6;
        boolean isOrder = body.path("isin").asText().matches("[A-Z]{2}[A-Z0-9]{9}[0-9]")
            && body.path("side").asText().matches("buy|sell");
        if (!isAmount || !isOrder) throw new Refusal(422, "isin, side or amount is invalid");
        ObjectNode transaction = JSON.createObjectNode().put("id", UUID.randomUUID().toString()).put("status", "accepted");
        for (String name : new String[] {"isin", "side", "amount"}) transaction.set(name, body.get(name));
        return JSON.createObjectNode().set("transaction", transaction);
    }
}
