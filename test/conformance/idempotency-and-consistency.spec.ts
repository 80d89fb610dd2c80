import './idempotency-and-consistency/idempotency.cases.js';
import './idempotency-and-consistency/consistency.cases.js';
import './idempotency-and-consistency/entity-tags.cases.js';
import { setUp } from './idempotency-and-consistency/set-up.js';

setUp();
