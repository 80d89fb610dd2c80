// Not built into the service: specs, and what they share.
const TESTS = '\\.spec\\.ts$|^test/|^libs/[^/]+/[^/]+/test/|^libs/platform/testing/';

// A file of a context without a role in its name, such as folio-book.ts.
const DOMAIN = '^libs/contexts/([^/]+)/src/[a-z-]+\\.ts$';
const INDEX = '/index\\.ts$';

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
      // A type that two files know is no order in which they load.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      name: 'signing-stands-alone',
      comment: 'what signs a request is in the package of the client too',
      severity: 'error',
      from: { path: '^libs/platform/signing/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/platform/signing/src/|^(node:)?crypto$' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'a file without a role in its name decides or folds: it imports the kernel and its like, nothing else',
      severity: 'error',
      from: { path: DOMAIN, pathNot: INDEX },
      to: {
        pathNot:
          '^(libs/platform/kernel/src/|libs/contexts/codes/src/index\\.ts$|libs/contexts/$1/src/[a-z-]+(\\.events)?\\.ts$)',
      },
    },
    {
      name: 'domain-takes-types-of-events',
      comment: 'the entries of the registry stand beside the types, and belong to the platform',
      severity: 'error',
      from: { path: DOMAIN, pathNot: INDEX },
      to: { path: '\\.events\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'fold-is-pure',
      comment: 'a fold imports what is in libs, nothing of the wire, no command',
      severity: 'error',
      from: { path: '^libs/contexts/[^/]+/src/[a-z-]+\\.document\\.ts$' },
      to: { pathNot: '^libs/(?!platform/http/)' },
    },
    {
      name: 'fold-knows-no-command',
      severity: 'error',
      from: { path: '^libs/contexts/([^/]+)/src/[a-z-]+\\.document\\.ts$' },
      to: {
        path: '^libs/contexts/$1/src/[a-z-]+\\.(handlers|reactions|guard|dto|controller)\\.ts$',
      },
    },
    {
      name: 'shape-knows-the-wire',
      comment:
        'the shape of a body or an answer knows the wire rules, its own domain and document: no store, no command',
      severity: 'error',
      from: { path: '^libs/contexts/([^/]+)/src/[a-z-]+\\.dto\\.ts$' },
      to: {
        pathNot:
          '^libs/(platform/(kernel|http)/src/|contexts/codes/src/index\\.ts$|contexts/$1/src/[a-z-]+(\\.(dto|document|events))?\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'use-case-knows-no-wire',
      comment: 'a command comes from a route, the import or a reaction: what it does knows of none',
      severity: 'error',
      from: { path: '^libs/contexts/[^/]+/src/[a-z-]+\\.(handlers|facts|ports|reactions)\\.ts$' },
      to: {
        path: '^libs/(platform/http/|contexts/[^/]+/src/[a-z-]+\\.(guard|dto|controller)\\.ts$)',
      },
    },
    {
      name: 'command-runner-knows-no-wire',
      severity: 'error',
      from: {
        path: '^libs/platform/(event-store|read-models|service/src/(command-runner|reaction|across-streams))',
        pathNot: TESTS,
      },
      to: { path: '^libs/platform/http/' },
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
      name: 'platform-stands-alone',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^libs/(?!platform/)' },
    },
    {
      name: 'context-knows-contexts-and-platform',
      comment: 'the page of the console is a caller of the service: it has the types of the client',
      severity: 'error',
      from: { path: '^libs/contexts/', pathNot: '^libs/contexts/console/types/' },
      to: { path: '^libs/(?!contexts/|platform/)' },
    },
    {
      name: 'client-stands-alone',
      comment: 'a caller of the service has the client, and what signs a request',
      severity: 'error',
      from: { path: '^libs/client/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/(?!client/|platform/signing/)' },
    },
    {
      name: 'app-knows-no-other',
      severity: 'error',
      from: { path: '^(apps/[^/]+|libs)/' },
      to: { path: '^apps/', pathNot: '^$1/' },
    },
    {
      name: 'command-line-starts-light',
      comment:
        'a command that asks a running service loads neither the web framework nor the contexts: what needs them imports them then',
      severity: 'error',
      from: { path: '^(apps/ops|libs/platform/identity)/src/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^libs/(platform/(http|service)|contexts/(?!codes/)|application)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'built-without-tests',
      comment:
        'what is built stands without the tests, what they share, and what only they are run with',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'built-without-development-packages',
      severity: 'error',
      from: { path: '^(libs|apps)/.*\\.ts$', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    only('mongodb', '/mongodb[^/]*\\.ts$'),
    only('@eventstore/db-client', '/eventstoredb[^/]*\\.ts$'),
    {
      // Its successor has the same public interface, and nothing else in common.
      name: 'eventstoredb-client-by-its-public-interface',
      severity: 'error',
      from: { path: '^(libs|apps)/' },
      to: { path: '(^|/)node_modules/@eventstore/db-client/(?!dist/index\\.(d\\.ts|js)$)' },
    },
    only('lmdb', '/lmdb[^/]*\\.ts$'),
    only('decimal.js', '^libs/platform/kernel/'),
    only('fastify', '^libs/platform/http/'),
    only('class-validator', '^libs/platform/http/'),
    only('class-transformer', '^libs/platform/http/'),
    only('marked', '^libs/application/'),
    only('microdiff', '^libs/platform/read-models/'),
    only('dataloader', '^libs/platform/stores/'),
    only('envalid', '^libs/platform/runtime/'),
    only('nodemailer', '^libs/contexts/mail/'),
    only('pino', '^libs/platform/(runtime|http)/'),
    only('pino-pretty', '^libs/platform/runtime/'),
    only('@opentelemetry/[^/]+', '^libs/platform/tracing/src/otlp-tracer\\.ts$'),
    only('prom-client', '^libs/(platform/http|application)/'),
    only('openapi-fetch', '^libs/client/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['brokerage-source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
