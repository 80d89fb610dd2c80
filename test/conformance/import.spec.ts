import './import/lines.cases.js';
import './import/streaming.cases.js';
import './import/equivalence.cases.js';
import { setUp } from './import/set-up.js';

setUp();
