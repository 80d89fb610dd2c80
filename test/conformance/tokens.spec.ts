import './tokens/roles.cases.js';
import './tokens/refused.cases.js';
import './tokens/foreign-issuer.cases.js';
import { setUp } from './tokens/set-up.js';

setUp();
