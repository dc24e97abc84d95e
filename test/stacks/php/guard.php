<?php

/** Ends the request unless its token is valid and has the scope. */
function authorise(?string $scope): void
{
    $part = on('lenient-base64') ? '[^.\s]+' : '[A-Za-z0-9_-]+';
    if (!preg_match("/^bearer +($part)\.($part)\.($part)$/iD", $_SERVER['HTTP_AUTHORIZATION'] ?? '', $match)) {
        refuse(401, 'Bearer token missing or malformed');
        return;
    }
    [, $header, $payload, $signature] = $match;
    $claims = claimsOf($header, $payload, $signature);
    if ($claims === null) {
        refuse(401, 'Bearer token invalid');
        return;
    }
    $granted = (string) ($claims['scope'] ?? '');
    if ($scope !== null && !in_array($scope, explode(' ', $granted), true)) {
        refuse(403, 'Access denied', "The token lacks the scope $scope.");
    }
}

/** The claims of a token that the identity provider issued for this API, or null. */
function claimsOf(string $header, string $payload, string $signature): ?array
{
    $head = json_decode(decode($header), true);
    $claims = json_decode(decode($payload), true);
    $key = is_array($head) && is_string($head['kid'] ?? null) ? publicKey($head['kid']) : null;
    if (!is_array($claims) || $key === null) {
        return null;
    }
    $genuine = match ($head['alg'] ?? null) {
        'RS256' => openssl_verify("$header.$payload", decode($signature), $key, OPENSSL_ALGO_SHA256) === 1,
        'HS256' => on('algorithm-of-header')
            && hash_equals(hash_hmac('sha256', "$header.$payload", $key, true), decode($signature)),
        default => false,
    };
    $audience = in_array(getenv('STACK_AUDIENCE'), (array) ($claims['aud'] ?? []), true);
    $current = is_int($claims['exp'] ?? null) && time() < $claims['exp'];
    return $genuine && $audience && $current && ($claims['iss'] ?? null) === getenv('STACK_ISSUER') ? $claims : null;
}

function decode(string $base64url): string
{
    return (string) base64_decode(strtr($base64url, '-_', '+/'));
}

/** The key of the identity provider as PEM; APCu stores it. */
function publicKey(string $kid): ?string
{
    $key = apcu_fetch("key/$kid");
    if ($key === false) {
        $set = json_decode(file_get_contents(getenv('STACK_JWKS_URL')), true);
        $jwk = array_values(array_filter($set['keys'], fn ($jwk) => $jwk['kid'] === $kid))[0] ?? null;
        if ($jwk === null) {
            return null;
        }
        $key = pem(decode($jwk['n']), decode($jwk['e']));
        apcu_store("key/$kid", $key, 300);
    }
    return $key;
}

/** SubjectPublicKeyInfo of RFC 8017: PHP reads no JWK. */
function pem(string $modulus, string $exponent): string
{
    $rsa = der(0x30, der(0x02, "\0$modulus") . der(0x02, $exponent));
    $algorithm = hex2bin('300d06092a864886f70d0101010500');
    $text = chunk_split(base64_encode(der(0x30, $algorithm . der(0x03, "\0$rsa"))), 64, "\n");
    return "-----BEGIN PUBLIC KEY-----\n$text-----END PUBLIC KEY-----\n";
}

function der(int $tag, string $value): string
{
    $length = strlen($value);
    $size = $length < 128 ? chr($length) : ltrim(pack('N', $length), "\0");
    return chr($tag) . ($length < 128 ? '' : chr(0x80 | strlen($size))) . $size . $value;
}

/** The user of x-user-id. Of two lines, nginx 1.22 passes on the last, but `$http_x_user_id` is the first. */
function identify(bool $required): ?string
{
    if (on('warnings-shown')) {
        $user = $_SERVER['HTTP_X_USER_ID'];
    } elseif (on('user-in-request')) {
        $user = $_SERVER['HTTP_X_USER_ID'] ?? $_REQUEST['x-user-id'] ?? $_REQUEST['userId'] ?? null;
    } else {
        $user = $_SERVER['HTTP_X_USER_ID'] ?? null;
    }
    if ($user === null && !$required) {
        return null;
    }
    $repeated = !on('last-header-line') && $user !== ($_SERVER['FIRST_USER_ID'] ?? $user);
    if ($repeated || !preg_match(HEX_ID, (string) $user)) {
        refuse(400, 'x-user-id missing or malformed');
    }
    if (!isset($GLOBALS['content']['users'][$user])) {
        str_starts_with($_SERVER['REQUEST_URI'], '/daily-summaries')
            ? refuse(401, 'User not found')
            : refuse(404, 'User not found');
    }
    return $user;
}
