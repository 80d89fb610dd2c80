import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const root = process.cwd();

/** Files in the build context of the image, after `.dockerignore`. */
async function isGiven(): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  const patterns = lines.filter((line) => /^[!*\w.]/.test(line) && line !== '*');
  const taken = patterns
    .filter((line) => !line.startsWith('!'))
    .map((glob) => glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
    .map((glob) => new RegExp(`^${glob.replaceAll('[^/]*[^/]*/', '(?:.*/)?')}(?:/|$)`));
  const given = patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return (path) =>
    given.some((one) => path === one || path.startsWith(`${one}/`) || one.startsWith(`${path}/`)) &&
    !taken.some((one) => one.test(path));
}

/** Paths that a stage of the Dockerfile copies from the repository. */
async function copiedBy(...stages: readonly string[]): Promise<string[]> {
  const text = await readFile(join(root, 'docker/Dockerfile'), 'utf8');
  return text
    .split(/^FROM /m)
    .filter((stage) => stages.some((name) => new RegExp(`^\\S+ AS ${name}\\n`).test(stage)))
    .flatMap((stage) => [...stage.matchAll(/^COPY (?!--)(.+) \S+$/gm)])
    .flatMap(([, sources = '']) => sources.split(' '));
}

describe('the image', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'image-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is built from what its Dockerfile copies, and holds no tests', async () => {
    const given = await isGiven();
    const sources = await copiedBy('manifest', 'build');
    expect(sources).toEqual(expect.arrayContaining(['package.json', 'tsconfig.json', 'libs']));
    for (const source of sources) {
      await cp(join(root, source), join(directory, source), {
        recursive: true,
        filter: (path) => given(relative(root, path)),
      });
    }
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    const built = await new Promise<string>((resolve) => {
      const options = { cwd: directory };
      execFile('npm', ['run', '--silent', 'build'], options, (error, stdout) =>
        resolve(error === null ? 'built' : stdout),
      );
    });
    expect(built).toBe('built');
    for (const program of ['api', 'projector', 'ops']) {
      await access(join(directory, 'dist/bin', `${program}.js`));
    }
    await expect(access(join(directory, 'dist/libs/contexts/accounts/test'))).rejects.toThrow();
  });

  it('has maps by which errors name lines of the sources, also where there are none', async () => {
    const programs = resolve('dist/bin');
    const names = (await readdir(programs, { recursive: true })).filter((name) =>
      name.endsWith('.map'),
    );
    const sources = new Set<string>();
    for (const name of names) {
      const map = JSON.parse(await readFile(join(programs, name), 'utf8')) as { sources: string[] };
      for (const source of map.sources) sources.add(resolve(programs, dirname(name), source));
    }
    const own = [...sources].filter((path) => !path.includes('node_modules'));
    expect(own.length).toBeGreaterThan(500);
    // what a bundler adds itself has no file
    expect(own.filter((path) => !path.endsWith('.ts') && existsSync(path))).toEqual([]);
    expect(own).toContain(resolve('libs/contexts/folios/src/folios.controller.ts'));
  });
});
