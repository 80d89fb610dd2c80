import Sequencer from '@jest/test-sequencer';

/** Runs suites that start a whole service first, so that the many short ones keep all workers busy at the end. */
export default class extends Sequencer {
  sort(tests) {
    const isUnitSuite = ({ path }) => path.includes('/libs/');
    return super.sort(tests).sort((one, other) => isUnitSuite(one) - isUnitSuite(other));
  }
}
