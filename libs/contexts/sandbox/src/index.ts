export { sandbox } from './sandbox.context.js';
