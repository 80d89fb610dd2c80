import './private-placements/offers.cases.js';
import './private-placements/subscribing.cases.js';
import './private-placements/rules.cases.js';
import './private-placements/subscriptions.cases.js';
import { setUp } from './private-placements/set-up.js';

setUp();
