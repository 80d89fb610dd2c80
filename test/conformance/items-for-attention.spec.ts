import './items-for-attention/signing.cases.js';
import './items-for-attention/reading.cases.js';
import './items-for-attention/answering.cases.js';
import './items-for-attention/backoffice.cases.js';
import { setUp } from './items-for-attention/set-up.js';

setUp();
