import { describe } from '@jest/globals';
import { describeBadInput, describeHostileInput, peopleWrites, Sender } from './writes/index.js';

const sender = Sender.ofThisFile();

describe('bad input [errors.VALIDATION_FIELD errors.list errors.field-codes errors.404]', () => {
  describeBadInput(peopleWrites, sender);
});
describe('hostile input [errors.SYNTAX request.spelling errors.field-codes errors.413]', () => {
  describeHostileInput(peopleWrites, sender);
});
