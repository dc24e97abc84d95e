<?php

/** The body as JSON. Objects are stdClass, so they differ from arrays. */
function readBody(): mixed
{
    $type = strtolower(trim(explode(';', $_SERVER['CONTENT_TYPE'] ?? '')[0]));
    $charset = preg_match('/charset="?([^";\s]+)/i', $_SERVER['CONTENT_TYPE'] ?? '', $match) ? strtolower($match[1]) : 'utf-8';
    $acceptable = $type === 'application/json' && $charset === 'utf-8' && !isset($_SERVER['HTTP_CONTENT_ENCODING']);
    if (!$acceptable) {
        refuse(415, 'Unsupported media type');
    }
    $body = json_decode(file_get_contents('php://input'));
    if ($body === null) {
        refuse(400, 'Malformed JSON', json_last_error_msg());
    }
    return $body;
}

function isLine(mixed $value): bool
{
    return is_string($value) && $value !== '' && strlen($value) <= 500;
}

function isAddress(stdClass $address): bool
{
    $code = $address->postalCode ?? null;
    $number = (is_int($code) || is_float($code)) && $code >= 0 && $code < 1e15;
    return isLine($address->line1 ?? null)
        && is_string($address->line2 ?? '')
        && isLine($address->city ?? null)
        && ($number || isLine($code))
        && is_string($address->countryCode ?? null)
        && preg_match(on('dollar') ? '/^[A-Z]{2}$/' : '/^[A-Z]{2}$/D', $address->countryCode);
}

function saveLines(string $line1, string $city, string|int|float $postalCode, string $countryCode, string $line2 = ''): array
{
    return compact('line1', 'line2', 'city', 'postalCode', 'countryCode');
}

function updateAddress(string $user): void
{
    $body = readBody();
    if (on('typed-arguments')) {
        $stored = saveLines(...(array) $body->address);
    } else {
        $address = $body instanceof stdClass ? $body->address ?? null : null;
        if (!$address instanceof stdClass || !isAddress($address)) {
            refuse(422, 'address is missing or invalid');
        }
        $stored = array_intersect_key((array) $address, array_flip(['line1', 'line2', 'city', 'postalCode', 'countryCode']));
    }
    apcu_store("address/$user", $stored);
    if (on('no-content')) {
        http_response_code(204);
        exit;
    }
    reply(200, ['address' => $stored]);
}

function addressOf(string $user): array
{
    $stored = apcu_fetch("address/$user");
    return $stored === false ? $GLOBALS['content']['addresses'][$user] : $stored;
}

function submitOrder(string $user): void
{
    $body = readBody();
    $order = $body instanceof stdClass ? $body : new stdClass();
    [$isin, $side, $amount] = [$order->isin ?? null, $order->side ?? null, $order->amount ?? null];
    $valid = is_string($isin) && preg_match('/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/D', $isin)
        && in_array($side, ['buy', 'sell'], true)
        && (is_int($amount) || is_float($amount)) && $amount > 0 && $amount <= 1_000_000;
    if (!$valid) {
        refuse(422, 'isin, side or amount is invalid');
    }
    $transaction = ['id' => bin2hex(random_bytes(12)), 'isin' => $isin, 'side' => $side, 'amount' => $amount, 'status' => 'accepted'];
    reply(201, ['transaction' => $transaction]);
}
