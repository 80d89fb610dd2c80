// Makes programs of few files of what the compiler left: a start that reads 60 of them takes half as long as one that reads 2,500.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';

const dir = 'dist/bin';

// Every `npm run ops` comes by here: what it would make again is there already.
const modified = async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
const inputs = ['dist/.tsbuildinfo', 'package-lock.json', 'tools/bundle.mjs'];
const newest = Math.max(...(await Promise.all(inputs.map(modified))));
if ((await modified(join(dir, 'verify.js'))) > newest) process.exit();

// Packages that are loaded on demand, or have native parts, stay packages; so do those that Nest would load if they were there.
const external =
  /^(?:lmdb|mongodb|@eventstore\/db-client|protobufjs|nodemailer|@nestjs\/(?:microservices|websockets|platform-express)|@fastify\/(?:multipart|static|view)|class-transformer\/storage)(?:\/|$)/;

/** Answers the names of the files it has written. */
async function bundle(input, options) {
  const { output } = await build({
    ...{ input, external, platform: 'node', logLevel: 'warn' },
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
  // one file, so that an auditor can take it along
  ...(await bundle({ verify: 'dist/apps/ops/src/verify.js' }, { codeSplitting: false })),
];

// Those of an earlier build go last: a process that runs may still load what has not changed.
for (const name of await readdir(join(dir, 'chunks'))) {
  if (!written.includes(`chunks/${name}`)) await rm(join(dir, 'chunks', name));
}
