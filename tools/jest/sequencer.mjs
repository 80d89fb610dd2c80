import Sequencer from '@jest/test-sequencer';

/** Begins with what runs a whole service: the many short suites of single parts fill the end, when fewer are left than may run. */
export default class extends Sequencer {
  sort(tests) {
    const isOfParts = ({ path }) => path.includes('/libs/');
    return super.sort(tests).sort((one, other) => isOfParts(one) - isOfParts(other));
  }
}
