import { expect, test } from 'vitest';
import { attachmentsOf } from '../../../reports/allure/attachments.ts';
import { nonConformant } from '../results.ts';

const { failures } = nonConformant;
const failure =
  failures.find(({ request, response }) => request && response?.status) ?? expect.fail('none');

/**
 * Returns the exchange in the attachment of a finding whose request and response have this body.
 */
function exchangeWith(body: string) {
  const { request = expect.fail(), response = expect.fail() } = failure;
  const answer = { ...response, body, size: Buffer.byteLength(body) };
  const changed = { ...failure, request: { ...request, body }, response: answer };
  const [exchange] = attachmentsOf(changed, { ...nonConformant, failures: [changed] });
  return JSON.parse(exchange?.content ?? '');
}

// Allure's viewer counts the lines of a body before and after it sets `innerHTML`, which makes a
// line feed of a carriage return. If the numbers differ, it throws, and the page shows no further
// attachments of any test.
test.each([
  ['a carriage return', 'x\ry\r', 'x\\u000dy\\u000d'],
  ['a terminal sequence', 'section_end:17:x\r\u001b[0K', 'section_end:17:x\\u000d\\u001b[0K'],
  ['half of a pair and a hidden direction', '\uD800\u202E', '\\ud800\\u202e'],
])('an exchange shows %s as an escape sequence', (_name, body, value) => {
  const size = Buffer.byteLength(body);
  expect(exchangeWith(body)).toMatchObject({
    request: { body: { value } },
    response: { body: { value, size } },
  });
  expect(exchangeWith(body).response.body.truncated).toBe(false);
});

test('an exchange keeps the lines and the indentation of JSON, which the viewer can then format', () => {
  const { request } = exchangeWith('{\r\n\t"a": 1\r\n}\n');
  expect(request.body.value).toBe('{\n\t"a": 1\n}\n');
});
