import './corporate-actions/reading.cases.js';
import './corporate-actions/announcing.cases.js';
import './corporate-actions/fields.cases.js';
import { setUp } from './corporate-actions/set-up.js';

setUp();
