import './reported-tax-lots/reading.cases.js';
import './reported-tax-lots/reporting.cases.js';
import './reported-tax-lots/fields.cases.js';
import { setUp } from './reported-tax-lots/set-up.js';

setUp();
