import { expect, test } from 'vitest';
import { proxyCredentials, proxyFor } from '../../../engine/config/proxy.ts';

const proxy = { url: 'http://proxy.example.com:3128', variable: 'HTTPS_PROXY' };

test.each([
  ['https://api.example.com', 'example.org', true],
  ['https://api.example.com', 'api.example.com', false],
  ['https://api.example.com', 'API.Example.com', false],
  ['https://api.example.com', '.example.com', false],
  ['https://api.example.com', '*.example.com', false],
  ['https://api.example.com', 'ample.com', true],
  ['https://api.example.com', 'a.example.org,*', false],
  ['https://api.example.com', 'example.com:443', false],
  ['https://api.example.com', 'example.com:8443', true],
  ['https://api.example.com:8443', 'example.org example.com:8443', false],
  ['https://[2001:db8::1]', '2001:db8::1', false],
  ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443', false],
  ['https://[2001:db8::1]', '[2001:db8::1]:8443', true],
  ['https://127.0.0.1', '', false],
  ['https://[::1]', '', false],
  ['https://api.localhost', '', false],
  ['http://api.example.com', '', false],
])('for %s, NO_PROXY=%s, the proxy is used: %s', (url, no, isUsed) => {
  expect(proxyFor(new URL(url), { https: proxy, no })).toEqual(isUsed ? proxy : undefined);
});

test.each([
  ['http://proxy:1', undefined],
  ['not a URL', undefined],
  ['http://joe:s%20w@proxy:1', { user: 'joe', password: 's w', basic: 'am9lOnMgdw==' }],
  ['http://joe@proxy:1', { user: 'joe', password: '', basic: 'am9lOg==' }],
  ['http://joe:100%@proxy:1', { user: 'joe', password: '100%', basic: 'am9lOjEwMCU=' }],
])('the credentials in %s', (url, expected) => {
  expect(proxyCredentials(url)).toEqual(expected);
});
