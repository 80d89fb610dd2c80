export { RequestsModule } from './requests.module.js';
export { RequestJournal } from './request-journal.js';
