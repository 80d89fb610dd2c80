import './backoffice-orders/creating.cases.js';
import './backoffice-orders/transitions.cases.js';
import './backoffice-orders/fields.cases.js';
import { setUp } from './backoffice-orders/set-up.js';

setUp();
