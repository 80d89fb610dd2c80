import { spawnSync } from 'node:child_process';

/** Builds before the first suite, because tests run the build. */
export default function build() {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed: see above');
}
