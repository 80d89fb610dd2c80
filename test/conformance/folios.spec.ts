import './folios/creating.cases.js';
import './folios/numbers-and-changes.cases.js';
import './folios/target-weights-and-rights.cases.js';
import './folios/rtgs-and-positions.cases.js';
import { setUp } from './folios/set-up.js';

setUp();
