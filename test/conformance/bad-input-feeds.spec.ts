import { describe } from '@jest/globals';
import {
  backofficeWrites,
  describeBadInput,
  describeHostileInput,
  feedWrites,
  orderFeedWrites,
  Sender,
} from './writes/index.js';

const sender = Sender.ofThisFile();
const writes = { ...backofficeWrites, ...feedWrites, ...orderFeedWrites };

describe('bad input [errors.VALIDATION_FIELD errors.list §1.codes]', () => {
  describeBadInput(writes, sender);
});
describe('hostile input [errors.SYNTAX §1.spelling §1.codes §1.413]', () => {
  describeHostileInput(writes, sender);
});
