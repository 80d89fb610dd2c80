export { MailModule } from './mail.module.js';
export { mailDecider } from './mail.js';
