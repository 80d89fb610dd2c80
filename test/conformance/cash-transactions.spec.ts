import './cash-transactions/creating.cases.js';
import './cash-transactions/refused-deposits.cases.js';
import './cash-transactions/withdrawals.cases.js';
import './cash-transactions/reading.cases.js';
import './cash-transactions/cancelling.cases.js';
import './cash-transactions/reporting.cases.js';
import './cash-transactions/check-instructions.cases.js';
import { setUp } from './cash-transactions/set-up.js';

setUp();
