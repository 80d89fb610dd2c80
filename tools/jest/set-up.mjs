import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let directory;

/** Builds before the first suite, because tests run the build, and gives the run a temporary directory of its own. */
export default function setUp() {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed: see above');
  directory = mkdtempSync(join(tmpdir(), 'brokerage-tests-'));
  process.env.TMPDIR = directory;
}

/** Removes what the suites, and the services that they share, left in it. */
export function tearDown() {
  rmSync(directory, { recursive: true, force: true });
}
