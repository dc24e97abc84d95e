import { Inject, Injectable } from '@nestjs/common';

/** `@a() @b() method(@c() parameter: Type)` without a compiler. */
export function decorate(target, method, decorators, parameters = [], types = []) {
  const { prototype } = target;
  Reflect.defineMetadata(
    'design:paramtypes',
    types.length > 0 ? types : parameters.map(() => Object),
    prototype,
    method,
  );
  parameters.forEach((parameter, at) => {
    parameter(prototype, method, at);
  });
  Reflect.decorate(decorators, prototype, method, Object.getOwnPropertyDescriptor(prototype, method));
}

/** `@Injectable() class { constructor(a: A, @Inject('B') b) }` without a compiler. */
export function inject(target, ...dependencies) {
  dependencies.forEach((dependency, at) => {
    const isDecorator = typeof dependency === 'function' && dependency.prototype === undefined;
    (isDecorator ? dependency : Inject(dependency))(target, undefined, at);
  });
  Injectable()(target);
}
