import { describe } from '@jest/globals';
import { dealingWrites, describeBadInput, describeHostileInput, Sender } from './writes/index.js';

const sender = Sender.ofThisFile();

describe('bad input [errors.VALIDATION_FIELD errors.list §1.codes §1.404]', () => {
  describeBadInput(dealingWrites, sender);
});
describe('hostile input [errors.SYNTAX §1.spelling §1.codes §1.413]', () => {
  describeHostileInput(dealingWrites, sender);
});
