import { describe } from '@jest/globals';
import {
  describeBadInput,
  describeHostileInput,
  moneyWrites,
  planWrites,
  Sender,
  tradingWrites,
} from './writes/index.js';

const sender = Sender.ofThisFile();
const writes = { ...moneyWrites, ...planWrites, ...tradingWrites };

describe('bad input [errors.VALIDATION_FIELD errors.list §1.codes]', () => {
  describeBadInput(writes, sender);
});
describe('hostile input [errors.SYNTAX §1.spelling §1.codes §1.413]', () => {
  describeHostileInput(writes, sender);
});
