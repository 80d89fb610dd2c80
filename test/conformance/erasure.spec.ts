import './erasure/refused.cases.js';
import './erasure/blanking.cases.js';
import './erasure/streams.cases.js';
import './erasure/persons.cases.js';
import './erasure/auditor.cases.js';
import { setUp } from './erasure/set-up.js';

setUp();
