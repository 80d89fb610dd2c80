export { mailDecider } from './domain/mail.js';
export { MailModule } from './mail.module.js';
