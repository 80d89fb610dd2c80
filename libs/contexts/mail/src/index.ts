export type * from './domain/mail.events.js';
export { type Mail, mailDecider, type RequestMail } from './domain/mail.js';
export * from './read-models/mail.document.js';
export { mail } from './mail.context.js';
