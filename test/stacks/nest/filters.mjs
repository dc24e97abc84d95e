import { Catch, HttpException } from '@nestjs/common';
import { apiError, challenge, Refusal } from '../core.mjs';

function problemOf(error) {
  if (error instanceof Refusal) return error;
  const status = error instanceof HttpException ? error.getStatus() : (error.status ?? 500);
  // The messages of the validation pipe are a list.
  const { message } = error instanceof HttpException ? Object(error.getResponse()) : error;
  if (Array.isArray(message)) return new Refusal(status, 'Invalid body', message.join('; '));
  return new Refusal(status, status < 500 ? error.message : 'Internal error');
}

/** Turns every error into an ApiError. */
export class ErrorFilter {
  catch(error, host) {
    const { status, message, description } = problemOf(error);
    const response = host.switchToHttp().getResponse();
    if (status === 401) response.setHeader('WWW-Authenticate', challenge);
    response.setHeader('Cache-Control', 'no-store');
    response.status(status).json(apiError(status, message, description));
  }
}
Catch()(ErrorFilter);

/** Catches only Nest's errors, so errors of the body parser keep their own form. */
export class HttpErrorFilter extends ErrorFilter {}
Catch(HttpException, Refusal)(HttpErrorFilter);
