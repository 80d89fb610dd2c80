import './wire/spelling.cases.js';
import './wire/values.cases.js';
import './wire/errors.cases.js';
import { setUp } from './wire/set-up.js';

setUp();
