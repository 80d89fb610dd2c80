const SUITES_A_LINE = 10;

/** Says how far the run is after every ten suites, and ends with one plain line for tools that read the log. */
export default class ProgressReporter {
  #started = performance.now();
  #done = 0;

  onTestResult(_test, _result, { numTotalTestSuites, numFailedTestSuites }) {
    if (++this.#done % SUITES_A_LINE > 0) return;
    const minutes = ((performance.now() - this.#started) / 60_000).toFixed(1);
    console.log(
      `${this.#done} of ${numTotalTestSuites} suites, ${numFailedTestSuites} failed, ${minutes} min`,
    );
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped`);
  }
}
