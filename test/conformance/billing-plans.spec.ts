import './billing-plans/reading.cases.js';
import './billing-plans/defining.cases.js';
import './billing-plans/fields.cases.js';
import './billing-plans/tiers-and-types.cases.js';
import { setUp } from './billing-plans/set-up.js';

setUp();
