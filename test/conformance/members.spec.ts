import './members/creating-fields.cases.js';
import './members/creating-rules.cases.js';
import './members/reading.cases.js';
import './members/updating.cases.js';
import './members/verifications.cases.js';
import { setUp } from './members/set-up.js';

setUp();
