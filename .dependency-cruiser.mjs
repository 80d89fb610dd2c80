const only = (name, path) => ({
  name: `${name.replaceAll('/', '-').replace('@', '')}-only-in-its-adapter`,
  severity: 'error',
  // A spec may look into the store itself.
  from: { path: '^(libs|apps)/', pathNot: [path, '\\.spec\\.ts$'] },
  to: { path: `(^|/)node_modules/${name}/` },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-is-pure',
      comment: 'the kernel imports itself and the decimal library',
      severity: 'error',
      from: { path: '^libs/platform/kernel/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/platform/kernel/src/|(^|/)node_modules/decimal\\.js/' },
    },
    {
      name: 'proof-stands-alone',
      comment: 'whoever verifies an export needs this library and nothing else of the service',
      severity: 'error',
      from: { path: '^libs/platform/proof/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/platform/proof/src/|^(node:)?crypto$' },
    },
    {
      name: 'domain-is-pure',
      comment: 'a domain file imports the kernel and its own domain, nothing else',
      severity: 'error',
      from: { path: '^libs/contexts/([^/]+)/src/domain/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(libs/platform/kernel/src/|libs/contexts/$1/src/domain/)' },
    },
    {
      name: 'context-through-its-index',
      comment: 'a context imports another context, and the platform, through index.ts only',
      severity: 'error',
      from: { path: '^libs/([^/]+/[^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/[^/]+/[^/]+/src/(?!index\\.ts)', pathNot: '^libs/$1/' },
    },
    {
      name: 'app-through-index',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^libs/[^/]+/[^/]+/src/(?!index\\.ts)' },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^libs/contexts/' },
    },
    {
      name: 'libs-know-no-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-know-no-test',
      comment:
        'what is built stands without the tests, and without what the tests of a context share',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: '\\.spec\\.ts$|^libs/[^/]+/[^/]+/test/' },
      to: { path: '^test/|^libs/[^/]+/[^/]+/test/' },
    },
    only('mongodb', '/mongodb[^/]*\\.ts$'),
    only('@eventstore/db-client', '/eventstoredb[^/]*\\.ts$'),
    only('lmdb', '/lmdb[^/]*\\.ts$'),
    only('decimal.js', '^libs/platform/kernel/'),
    only('fastify', '^libs/platform/http/'),
    only('class-validator', '^libs/platform/http/'),
    only('class-transformer', '^libs/platform/http/'),
    only('microdiff', '^libs/platform/read-models/'),
    only('envalid', '^libs/platform/runtime/'),
    only('nodemailer', '^libs/platform/runtime/'),
    only('openapi-fetch', '^libs/client/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['brokerage-source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
