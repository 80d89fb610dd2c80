import { describe } from '@jest/globals';
import { dealingWrites, describeBadInput, describeHostileInput, Sender } from './writes/index.js';

const sender = Sender.ofThisFile();

describe('bad input [errors.VALIDATION_FIELD errors.list errors.field-codes errors.404]', () => {
  describeBadInput(dealingWrites, sender);
});
describe('hostile input [errors.SYNTAX request.spelling errors.field-codes errors.413]', () => {
  describeHostileInput(dealingWrites, sender);
});
