import './folio-transactions/reporting.cases.js';
import './folio-transactions/fields.cases.js';
import './folio-transactions/reading.cases.js';
import { setUp } from './folio-transactions/set-up.js';

setUp();
