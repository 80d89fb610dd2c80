import { spawnSync } from 'node:child_process';

/** Builds before the first suite: tests run what is built. */
export default function build() {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed: see above');
}
