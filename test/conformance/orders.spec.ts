import './orders/placing.cases.js';
import './orders/fields.cases.js';
import './orders/rules-and-rights.cases.js';
import './orders/lists-and-cancelling.cases.js';
import { setUp } from './orders/set-up.js';

setUp();
