import { describe } from '@jest/globals';
import {
  allWrites,
  describeBadInput,
  describeHostileInput,
  describeLongestTexts,
  plainWrites,
  Sender,
} from './writes/index.js';

const sender = Sender.ofThisFile();

describe('bad input [errors.VALIDATION_FIELD errors.list errors.messages errors.field-codes errors.404]', () => {
  describeBadInput(allWrites, sender);
});
describe('hostile input [errors.SYNTAX request.spelling errors.field-codes errors.413]', () => {
  describeHostileInput(plainWrites, sender);
});
describe('the longest text that is accepted', () => {
  describeLongestTexts(plainWrites, sender);
});
