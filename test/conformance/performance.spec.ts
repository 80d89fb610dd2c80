import './performance/reading.cases.js';
import './performance/recording.cases.js';
import { setUp } from './performance/set-up.js';

setUp();
