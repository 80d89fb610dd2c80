import './restrictions-and-permissions/restrictions.cases.js';
import './restrictions-and-permissions/restricted-account.cases.js';
import './restrictions-and-permissions/granting.cases.js';
import './restrictions-and-permissions/changing-and-rights.cases.js';
import { setUp } from './restrictions-and-permissions/set-up.js';

setUp();
