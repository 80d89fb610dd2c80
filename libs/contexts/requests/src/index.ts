export { RequestJournal } from './request.queries.js';
export { RequestsModule } from './requests.module.js';
