// Bundles the compiler's output: starting from 60 files takes half as long as from 2,500.
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';

const dir = 'dist/bin';

// Every `npm run ops` runs this, so skip the work if nothing has changed.
const modified = async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
const inputs = ['dist/.tsbuildinfo', 'package-lock.json', 'tools/bundle.mjs'];
const newest = Math.max(...(await Promise.all(inputs.map(modified))));
if ((await modified(join(dir, 'verify.js'))) > newest) process.exit();

// Not bundled: packages loaded on demand or with native parts, and optional ones that Nest loads if installed.
const external =
  /^(?:lmdb|mongodb|@eventstore\/db-client|nodemailer|@nestjs\/(?:microservices|websockets|platform-express)|@fastify\/(?:multipart|static|view)|class-transformer\/storage)(?:\/|$)/;

/** Chains the compiler's source maps, so that errors name lines of `libs/….ts`, which an image without sources can still print. */
const compiled = {
  name: 'source-maps-of-the-compiler',
  load: {
    filter: { id: /\/dist\/.*\.js$/ },
    async handler(id) {
      const map = await readFile(`${id}.map`, 'utf8').catch(() => undefined);
      return map === undefined ? undefined : { code: await readFile(id, 'utf8'), map };
    },
  },
};

/** Returns the names of the files written. */
async function bundle(input, options) {
  const { output } = await build({
    ...{ input, external, platform: 'node', logLevel: 'warn', plugins: [compiled] },
    output: { dir, sourcemap: true, sourcemapExcludeSources: true, ...options },
  });
  return output.map(({ fileName }) => fileName);
}

const written = [
  ...(await bundle(
    {
      api: 'dist/apps/api/src/main.js',
      projector: 'dist/apps/projector/src/main.js',
      ops: 'dist/apps/ops/src/main.js',
      demo: 'dist/apps/ops/src/demo.js',
    },
    { chunkFileNames: 'chunks/[name]-[hash].js' },
  )),
  // a single file, so that an auditor can copy it
  ...(await bundle({ verify: 'dist/apps/ops/src/verify.js' }, { codeSplitting: false })),
];

// Remove chunks of earlier builds last: a running process may still load unchanged ones.
for (const name of await readdir(join(dir, 'chunks'))) {
  if (!written.includes(`chunks/${name}`)) await rm(join(dir, 'chunks', name));
}

/** Says which build it is: by `BUILD_ID`, by the commit and whether something else was changed, or by the time. */
function buildId() {
  if (process.env.BUILD_ID) return process.env.BUILD_ID;
  try {
    const asked = ['describe', '--always', '--dirty', '--abbrev=10', '--exclude=*'];
    return execFileSync('git', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return new Date().toISOString().replace(/[-:]|\..*/g, '');
  }
}

await writeFile(join(dir, 'build-id'), `${buildId().trim()}\n`);
