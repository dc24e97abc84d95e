import { Inject, Injectable } from '@nestjs/common';

/** Does what the compiler does for `@a() @b() method(@c() parameter: Type)`. */
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
  Reflect.decorate(
    decorators,
    prototype,
    method,
    Object.getOwnPropertyDescriptor(prototype, method),
  );
}

/** Does what the compiler does for `@Injectable() class { constructor(a: A, @Inject('B') b) }`. */
export function inject(target, ...dependencies) {
  dependencies.forEach((dependency, at) => {
    const isDecorator = typeof dependency === 'function' && dependency.prototype === undefined;
    (isDecorator ? dependency : Inject(dependency))(target, undefined, at);
  });
  Injectable()(target);
}
