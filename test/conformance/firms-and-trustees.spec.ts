import './firms-and-trustees/firms.cases.js';
import './firms-and-trustees/representatives.cases.js';
import './firms-and-trustees/trustees.cases.js';
import './firms-and-trustees/backoffice-firms.cases.js';
import './firms-and-trustees/clients.cases.js';
import { setUp } from './firms-and-trustees/set-up.js';

setUp();
