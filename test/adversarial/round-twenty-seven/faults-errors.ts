import { randomUUID } from 'node:crypto';
import { bagOf, onRefusal } from './edit.ts';
import type { Toggle } from './hooks.ts';
import { isBag } from './tokens.ts';
import type { Exchange, Reply } from './types.ts';

function refusals(test: (ex: Exchange, status: number) => boolean, by: (reply: Reply) => void): Toggle {
  return {
    hooks: () =>
      onRefusal(test, (reply) => {
        by(reply);
        return reply;
      }),
  };
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function transit(value: unknown): unknown {
  if (!isBag(value)) return value;
  return ['^ ', ...Object.entries(value).flatMap(([key, member]) => [`~:${key}`, transit(member)])];
}

export const errorFaults: Readonly<Record<string, Toggle>> = {
  'refusals-in-transit': refusals(
    (ex) => ex.route === 'portfolios',
    (reply) => {
      reply.fields['Content-Type'] = 'application/transit+json';
      reply.value = transit(reply.value);
    },
  ),
  'keys-stay-in-kebab-case': refusals(
    (ex) => ex.route === 'cash',
    (reply) => {
      reply.value = Object.fromEntries(Object.entries(bagOf(reply.value)).map(([key, value]) => [kebab(key), value]));
    },
  ),
  'template-copy-keeps-its-status': refusals(
    (ex, status) => ex.route === 'address' && status === 415,
    (reply) => {
      bagOf(reply.value)['status'] = 400;
    },
  ),
  'chunk-boundary-hands-out-its-last-again': {
    hooks: () => {
      let taken = 0;
      let id = '';
      return onRefusal(
        () => true,
        (reply) => {
          if (taken % 9 !== 8) id = randomUUID();
          taken += 1;
          bagOf(reply.value)['responseId'] = id;
          return reply;
        },
      );
    },
  },
  'uuid-prints-as-a-tagged-literal': refusals(
    (ex, status) => ex.route === 'address' && (status === 400 || status === 422),
    (reply) => {
      bagOf(reply.value)['responseId'] = `#uuid "${randomUUID()}"`;
    },
  ),
  'str-of-nil-is-empty': refusals(
    (ex, status) => ex.route === 'guide' && status === 400,
    (reply) => {
      bagOf(bagOf(reply.value)['error'])['message'] = '';
    },
  ),
  'config-origin-in-the-description': refusals(
    (ex, status) => ex.route === 'cash' && status === 400,
    (reply) => {
      const text = 'No configuration setting found for key messages.user (file: /opt/defter/conf/application.conf: 41)';
      bagOf(bagOf(reply.value)['error'])['description'] = text;
    },
  ),
  'lazy-seq-prints-its-identity': refusals(
    (ex, status) => ex.route === 'insights' && status === 404,
    (reply) => {
      reply.text = 'clojure.lang.LazySeq@7c8f31a2';
    },
  ),
};
