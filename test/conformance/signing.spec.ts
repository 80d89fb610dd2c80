import './signing/header.cases.js';
import './signing/signature.cases.js';
import './signing/replay.cases.js';
import './signing/callers.cases.js';
import { setUp } from './signing/set-up.js';

setUp();
