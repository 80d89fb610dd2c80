import './updating-accounts/fields.cases.js';
import './updating-accounts/names-and-tax-lots.cases.js';
import './updating-accounts/lists.cases.js';
import './updating-accounts/plans-and-rights.cases.js';
import { setUp } from './updating-accounts/set-up.js';

setUp();
