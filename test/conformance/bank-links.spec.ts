import './bank-links/creating.cases.js';
import './bank-links/reading.cases.js';
import './bank-links/cancelling.cases.js';
import './bank-links/owner-verification.cases.js';
import { setUp } from './bank-links/set-up.js';

setUp();
