export { mailDecider } from './domain/mail.js';
export { mail } from './mail.context.js';
