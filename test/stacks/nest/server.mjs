import 'reflect-metadata';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import * as nest from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost, NestFactory, Reflector } from '@nestjs/core';
import express from 'express';
import * as core from '../core.mjs';
import { content, is, port, Refusal, reads } from '../core.mjs';
import { AddressUpdate, Order } from './bodies.mjs';
import { decorate, inject } from './decorate.mjs';
import { ErrorFilter, HttpErrorFilter } from './filters.mjs';
import { verifyToken } from './tokens.mjs';

const needsScope = nest.SetMetadata('scope', content.scope);

class TokenGuard {
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    request.claims = await verifyToken(request.headers.authorization);
    return true;
  }
}

class ScopeGuard {
  constructor(reflector) {
    this.reflector = reflector;
  }

  canActivate(context) {
    // Metadata of a method is not on its class.
    const scope = this.reflector.get(
      'scope',
      is('scope-of-the-class') ? context.getClass() : context.getHandler(),
    );
    const { claims } = context.switchToHttp().getRequest();
    if (scope !== undefined && !core.hasScope(claims))
      throw new Refusal(403, 'Access denied', `It lacks ${scope}.`);
    return true;
  }
}
inject(ScopeGuard, Reflector);

/** A provider is one object for all requests, unless it is request-scoped. */
class CurrentUser {
  set(request, user) {
    this.user = user;
    request.user = user;
  }

  of(request) {
    return is('singleton-user') ? this.user : request.user;
  }
}

class UserGuard {
  constructor(current) {
    this.current = current;
  }

  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    this.current.set(request, core.findUser(request.headers['x-user-id'], request.route.path));
    if (is('singleton-user')) await new Promise((resolve) => setTimeout(resolve, 2));
    return true;
  }
}
inject(UserGuard, CurrentUser);

/** By default the interceptor's cache key is the URL. */
class ListingCache extends CacheInterceptor {
  trackBy(context) {
    const key = super.trackBy(context);
    const { headers } = context.switchToHttp().getRequest();
    return is('default-cache-key') ? key : `${key} ${headers['x-user-id']}`;
  }
}
// The class has no constructor, so it inherits the dependencies of the interceptor.
inject(ListingCache, nest.Inject('CACHE_MANAGER'), Reflector);

const guards = nest.UseGuards(TokenGuard, ScopeGuard, UserGuard);

class ReadController {
  constructor(current) {
    this.current = current;
  }
}
inject(ReadController, CurrentUser);
nest.Controller()(ReadController);
for (const [path, read] of Object.entries(reads)) {
  ReadController.prototype[path] = function (request) {
    return read(this.current.of(request));
  };
  const listing = [
    needsScope,
    ...(is('no-server-cache') ? [] : [nest.UseInterceptors(ListingCache)]),
  ];
  const headers = Object.entries(core.cachingOf(path)).map(([name, value]) =>
    nest.Header(name, value),
  );
  const own = path === '/learn/learning-guides' ? listing : [];
  decorate(ReadController, path, [nest.Get(path), guards, ...headers, ...own], [nest.Req()]);
}

class GuideController {
  guide(id, userId) {
    return core.findGuide(id, userId === undefined ? 'en' : core.findUser(userId).language);
  }

  /** With `@Res()`, the method must end the response itself. */
  guideByHand(id, response) {
    const guide = content.guides.en.data.find((one) => one.id === id);
    if (guide !== undefined) response.json(core.findGuide(id));
  }
}
nest.Controller('learning-guides')(GuideController);
const byHand = is('response-not-ended');
decorate(
  GuideController,
  byHand ? 'guideByHand' : 'guide',
  [nest.Get(':id'), nest.UseGuards(TokenGuard)],
  [nest.Param('id'), byHand ? nest.Res() : nest.Headers('x-user-id')],
);

class WriteController {
  update({ address }, request) {
    content.addresses[request.user.id] = address;
    return { address };
  }

  order(order) {
    return core.placed(order);
  }
}
nest.Controller()(WriteController);
const status = is('accepted-update') ? [nest.HttpCode(202)] : [];
const update = [nest.Patch('users/me/address'), guards, ...status];
decorate(WriteController, 'update', update, [nest.Body(), nest.Req()], [AddressUpdate, Object]);
decorate(
  WriteController,
  'order',
  [nest.Post('api/m2m/investments/orders'), guards],
  [nest.Body()],
  [Order],
);

/** class-transformer calls itself at each level, until the stack is exhausted. */
function shallowJson(bytes) {
  core.strictJson(bytes);
  if (!is('any-depth') && core.depthOf(bytes.toString()) > 100)
    throw new Refusal(400, 'Malformed body', 'It is too deep.');
}

const filter = is('http-errors-alone') ? HttpErrorFilter : ErrorFilter;
const filters = is('no-filter') ? [] : [{ provide: APP_FILTER, useClass: filter }];

class AppModule {}
nest.Module({
  imports: [CacheModule.register({ ttl: 1_800_000 })],
  controllers: [ReadController, GuideController, WriteController],
  providers: [CurrentUser, TokenGuard, ScopeGuard, UserGuard, ...filters],
})(AppModule);

const app = await NestFactory.create(AppModule, {
  bodyParser: is('default-body-parsers'),
  logger: false,
});
// Nest's default parsers also accept forms, and skip a byte order mark.
if (!is('default-body-parsers')) {
  app.use(express.json({ verify: (_request, _response, bytes) => void shallowJson(bytes) }));
}
app.useGlobalPipes(
  new nest.ValidationPipe({
    transform: true,
    whitelist: is('unknown-members-dropped'),
    ...(is('implicit-conversion') ? { transformOptions: { enableImplicitConversion: true } } : {}),
  }),
);
app.get(HttpAdapterHost).httpAdapter.getInstance().disable('x-powered-by');
await app.listen(Number(port), '127.0.0.1');
