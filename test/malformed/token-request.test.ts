import { describe, expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import {
  malformedTokenBodies,
  missingFields,
  shortenedSecret,
  withoutAudience,
  wrongCredentials,
  wrongGrants,
} from '../../fixtures/malformed/token-request.ts';

describe('token requests', () => {
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

  test('differ from the well-formed one in one member', () => {
    const wellFormed = {
      grant_type: 'client_credentials',
      audience: '{{audience|json}}',
      client_id: '{{client:scoped:id|json}}',
      client_secret: '{{client:scoped:secret|json}}',
    };
    for (const { value, label } of [...wrongCredentials, ...wrongGrants, ...missingFields, withoutAudience]) {
      const body = parsed(valueText(value)) as Record<string, unknown>;
      const names = [...new Set([...Object.keys(wellFormed), ...Object.keys(body)])];
      const differing = names.filter((name) => body[name] !== wellFormed[name as keyof typeof wellFormed]);
      expect(differing, label).toHaveLength(label.startsWith('neither') ? 2 : 1);
    }
  });

  test('malformed bodies are no JSON objects', () => {
    for (const { value, label } of malformedTokenBodies) expect(isObject(parsed(valueText(value))), label).toBe(false);
  });

  test.each([
    ['the secret in capitals', 'a-Secret', true],
    ['the secret in capitals', '3f2b8c1e-5d47-4a9b-8c6d-0e1f2a3b4c5d', false],
    ['the secret in capitals', 'cafe0123', false],
    ['two characters after the secret', 'xy', true],
    ['two characters after the secret', 'xyz', true],
    ['two characters after the secret', 'YWJjZA==', false],
    ['a secret without its last character', 'xy', true],
    ['a secret without its last character', 'YWJjZGU=', false],
    ['a secret without its last character', 'x', false],
  ])('%s: %s is wrong: %s', (label, secret, isWrong) => {
    const tried = [...wrongCredentials, shortenedSecret].find((one) => one.label === label);
    const wire = { path: '/', header: () => undefined, body: undefined, resolved: () => secret };
    expect(tried?.proof?.(wire)).toBe(isWrong);
  });

  test('wrong secrets are tried three times at most', () => {
    const ofOurs = wrongCredentials.filter(({ label }) => label !== 'an unknown client');
    expect(ofOurs.length).toBeLessThanOrEqual(3);
  });
});
