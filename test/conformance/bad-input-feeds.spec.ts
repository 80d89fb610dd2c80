import { describe } from '@jest/globals';
import { describeBadInput, describeHostileInput, fedWrites, Sender } from './writes/index.js';

const sender = Sender.ofThisFile();

describe('bad input [errors.VALIDATION_FIELD errors.list errors.field-codes errors.404]', () => {
  describeBadInput(fedWrites, sender);
});
describe('hostile input [errors.SYNTAX request.spelling errors.field-codes errors.413]', () => {
  describeHostileInput(fedWrites, sender);
});
