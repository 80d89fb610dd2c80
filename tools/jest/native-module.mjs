import { createHash } from 'node:crypto';

/** Transforms a module of the product or of a package into one that re-exports what Node has loaded: see environment.mjs. */
export default {
  process: (_source, path) => ({
    code: `module.exports = nativeModule(${JSON.stringify(path)});`,
  }),
  getCacheKey: (_source, path) => createHash('sha256').update(path).digest('hex'),
};
