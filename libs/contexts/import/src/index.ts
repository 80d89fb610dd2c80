export { bulkImport } from './import.context.js';
