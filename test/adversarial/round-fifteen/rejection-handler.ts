import { randomUUID } from 'node:crypto';
import type { Exchange, Json, Layer, Reply } from './layer.ts';
import { Rejection } from './rejections.ts';

const asRejection = (error: unknown): Rejection =>
  error instanceof Rejection ? error : new Rejection('crash', 'Something went wrong.');

export async function handleRejection(error: unknown, exchange: Exchange, allow: string, layer: Layer): Promise<Reply> {
  const given = asRejection(error);
  const rejection = layer.reject ? await layer.reject(given, exchange) : given;
  const document: Json = {
    status: rejection.status,
    error: { message: rejection.message, description: null },
    responseId: layer.responseId?.(exchange) ?? randomUUID(),
  };
  const challenge = rejection.status === 401 ? { 'www-authenticate': 'Bearer realm="fjordinvest"' } : {};
  const methods = rejection.status === 405 && allow ? { allow } : {};
  return {
    status: rejection.status,
    headers: { 'cache-control': 'no-store', ...challenge, ...methods },
    body: layer.apiError?.(document, rejection, exchange) ?? document,
  };
}
