export { KeysModule } from './keys.module.js';
export type { ReplacementLine } from './master-key.handlers.js';
