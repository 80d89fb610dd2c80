import './agreement/submitting.cases.js';
import './agreement/signature-data.cases.js';
import './agreement/required-signers.cases.js';
import './agreement/who-may-sign.cases.js';
import { setUp } from './agreement/set-up.js';

setUp();
