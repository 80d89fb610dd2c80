import './corporate-action-votes/voting.cases.js';
import './corporate-action-votes/who-and-when.cases.js';
import './corporate-action-votes/fields.cases.js';
import { setUp } from './corporate-action-votes/set-up.js';

setUp();
