import { describe } from '@jest/globals';
import { describeBadInput, describeHostileInput, peopleWrites, Sender } from './writes/index.js';

const sender = Sender.ofThisFile();

describe('bad input [errors.VALIDATION_FIELD errors.list §1.codes §1.404]', () => {
  describeBadInput(peopleWrites, sender);
});
describe('hostile input [errors.SYNTAX §1.spelling §1.codes §1.413]', () => {
  describeHostileInput(peopleWrites, sender);
});
