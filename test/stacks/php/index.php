<?php
// The API in PHP, the front controller of php-fpm. STACK_TOGGLE names the fault or variation that is on.

require __DIR__ . '/guard.php';
require __DIR__ . '/body.php';

const HEX_ID = '/^[a-f0-9]{24}$/D'; // Without D, $ matches before a final line break as well.

function on(string $toggle): bool
{
    return getenv('STACK_TOGGLE') === $toggle;
}

function reply(int $status, mixed $body, string $caching = 'no-store'): void
{
    if ($status !== 200) {
        http_response_code($status);
    }
    header("Cache-Control: $caching");
    if (on('session')) {
        ini_set('session.use_cookies', '0');
        session_start(); // Sends the Cache-Control of session.cache_limiter.
    }
    if (!on('content-type-forgotten')) {
        header('Content-Type: application/json');
    }
    $flags = on('escaped') ? JSON_HEX_TAG | JSON_PRETTY_PRINT : JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
    echo on('byte-order-mark') ? "\u{FEFF}" : '', json_encode($body, $flags | JSON_PRESERVE_ZERO_FRACTION);
    if (!on('exit-forgotten') || $status !== 401) {
        exit;
    }
}

function refuse(int $status, string $message, ?string $description = null): void
{
    if ($status === 401) {
        header('WWW-Authenticate: Bearer realm="m2m"');
    }
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
    $id = vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    $error = ['message' => $message, 'description' => $description];
    reply($status, ['status' => $status, 'error' => $error, 'responseId' => $id]);
}

set_exception_handler(fn (Throwable $error) => refuse(500, 'Internal error'));

$content = json_decode(file_get_contents(getenv('STACK_CONTENT')), true);
$routes = [
    'GET /learn/learning-guides' => ['service:nbg', 'listGuides'],
    'GET /learning-guides/{id}' => ['service:nbg', 'readGuide'],
    'GET /learn/analyst-insights' => [null, fn (?string $user) => reply(200, $content['insights'][languageOf($user)])],
    'GET /daily-summaries' => [null, 'readSummaries'],
    'GET /b2b/notification-settings' => [null, fn (string $user) => reply(200, $content['notifications'][$user])],
    'GET /cash' => [null, fn (string $user) => reply(200, $content['cash'][$user])],
    'GET /portfolios' => [null, fn (string $user) => reply(200, $content['portfolios'][$user])],
    'GET /users/me' => [null, fn (string $user) => reply(200, ['address' => addressOf($user)])],
    'PATCH /users/me/address' => [null, 'updateAddress'],
    'POST /api/m2m/investments/orders' => [null, 'submitOrder'],
];

$path = explode('?', $_SERVER['REQUEST_URI'])[0];
if (on('guard-by-path')) {
    $path = rtrim($path, '/');
}
$id = null;
if (preg_match('#^/learning-guides/([^/]+)$#D', $path, $match)) {
    [$path, $id] = ['/learning-guides/{id}', rawurldecode($match[1])];
}
$found = $routes["{$_SERVER['REQUEST_METHOD']} $path"] ?? null;
if ($found === null) {
    $others = array_filter(array_keys($routes), fn ($route) => str_ends_with($route, " $path"));
    refuse($others ? 405 : 404, $others ? 'Method not allowed' : 'Not found');
}
[$scope, $handler] = $found;
if (!on('guard-by-path') || !str_ends_with(explode('?', $_SERVER['REQUEST_URI'])[0], '/')) {
    authorise($scope);
}
$handler(identify(required: $id === null), $id);

function languageOf(?string $user): string
{
    return $GLOBALS['content']['users'][$user]['language'] ?? 'en';
}

function listGuides(string $user): void
{
    $load = fn () => $GLOBALS['content']['guides'][languageOf($user)];
    $guides = match (getenv('STACK_TOGGLE')) {
        'cached-without-user' => apcu_entry('guides', $load, 1800),
        'cached-by-user' => apcu_entry("guides/$user", $load, 1800),
        default => $load(),
    };
    if (on('array-filter')) {
        $guides['data'] = array_filter($guides['data'], fn ($guide) => $guide['chapterCount'] !== 1);
    }
    header('Vary: x-user-id');
    reply(200, $guides, 'private, max-age=1800');
}

function readGuide(?string $user, string $id): void
{
    if (!preg_match(HEX_ID, $id)) {
        refuse(400, 'Malformed guide id');
    }
    $language = languageOf($user);
    foreach ($GLOBALS['content']['guides'][$language]['data'] as $guide) {
        if ($guide['id'] === $id) {
            reply(200, $guide + ['chapters' => $GLOBALS['content']['chapters'][$language][$id]]);
        }
    }
    refuse(404, 'Guide not found');
}

function readSummaries(string $user): void
{
    global $content;
    if ($content['users'][$user]['summariesDenied']) {
        refuse(403, 'Access denied');
    }
    reply(200, $content['summaries'][$user]);
}
