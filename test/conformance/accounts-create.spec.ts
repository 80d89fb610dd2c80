import './opening-accounts/types.cases.js';
import './opening-accounts/fields.cases.js';
import './opening-accounts/rates-and-contacts.cases.js';
import './opening-accounts/beneficiaries.cases.js';
import './opening-accounts/minor-and-owners.cases.js';
import './opening-accounts/requests.cases.js';
import { setUp } from './opening-accounts/set-up.js';

setUp();
