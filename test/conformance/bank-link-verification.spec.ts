import './bank-link-verification/outcomes.cases.js';
import './bank-link-verification/errors.cases.js';
import './bank-link-verification/fields.cases.js';
import { setUp } from './bank-link-verification/set-up.js';

setUp();
