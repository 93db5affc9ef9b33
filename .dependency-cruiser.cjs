/**
 * Which way imports may point. Services are leaves that never meet; packages point down the list
 * core < contracts < strategies < engine < research; the pure ones touch no Node built-in and no I/O library.
 */
const door = (target) => {
  if (target.endsWith('.ts')) return `^${target.replaceAll('.', '[.]')}$`;
  return target.includes('/src/') ? `^${target}/index[.]ts$` : `^${target}/src/index[.]ts$`;
};
/** For code that starts a service without needing the rest of the service kit. */
const NODE_OPTIONS = 'packages/service-kit/src/lifecycle/node-options.ts';
/** What commands need that start without the rest of the stack. */
const LIGHT_STACK = [
  'stack/src/home.ts',
  'stack/src/own-strategies.ts',
  'stack/src/own-strategies-probe.ts',
  'stack/src/repository.ts',
];

const allow = (from, to) => ({
  name: `${from.replaceAll('/', '-')}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: `^${from}/src/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: '^(packages|services|apps|stack|db|bench|cli|sim)/',
    pathNot: [`^${from}/`, ...to.map(door)],
  },
});

const PURE =
  '^(packages/(core|contracts|strategies|engine|research|risk-rules)/src/|(packages|services)/[^/]+/src/domain/)';
/**
 * Inside a service imports point inwards: the edge knows the use cases, those know the decisions, and neither
 * knows the edge.
 */
const LAYERS = [
  ...[
    'app',
    'bus',
    'domain',
    'exchange',
    'http',
    'live',
    'memory',
    'runtime',
    'sources',
    'store',
    'upstream',
  ],
  'workers',
];
const ROOT = '[^/]*(run|main|compose[^/]*|assemble|index)[.]ts$';
const inside = (layer, known, to = {}) => {
  const unknown = LAYERS.filter((each) => each !== layer && !known.includes(each));
  return {
    name: `${layer}-knows-nothing-outside-it`,
    severity: 'error',
    from: { path: `^services/([^/]+)/src/${layer}/`, pathNot: '[.]test[.]ts$' },
    to: { path: `^services/$1/src/((${unknown.join('|')})/|${ROOT})`, ...to },
  };
};

const SERVICE = [
  'packages/core',
  'packages/contracts',
  'packages/strategies',
  'packages/engine',
  'packages/engine/src/report',
  'packages/research',
  NODE_OPTIONS,
  'packages/risk-rules',
  'packages/exchange',
  'packages/columns',
  'packages/service-kit',
  'packages/service-kit/src/log-files',
  'db',
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-code-uses-no-node-builtin',
      severity: 'error',
      from: { path: PURE, pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-code-uses-no-io-library',
      severity: 'error',
      from: { path: PURE, pathNot: '[.]test[.]ts$' },
      to: {
        path: 'node_modules/',
        pathNot: 'node_modules/(@noble/hashes|decimal[.]js|typebox)/',
      },
    },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'test-helpers-stay-in-tests',
      severity: 'error',
      from: {
        path: '^(packages|services|apps|stack|db|cli)/[^/]*/?src/',
        pathNot: ['[.]test[.]ts$', '^packages/testkit/'],
      },
      to: { path: '^packages/testkit/' },
    },
    inside('domain', []),
    inside('app', ['domain']),
    ...['bus', 'exchange', 'runtime', 'store', 'upstream'].map((layer) => inside(layer, ['app', 'domain'])),
    ...['http', 'live', 'workers'].map((layer) => inside(layer, ['app', 'domain', 'store'])),
    inside('sources', ['app', 'domain', 'exchange', 'store']),
    // Tables in memory may borrow the types of the rows that the database has.
    inside('memory', ['app', 'domain'], { dependencyTypesNot: ['type-only'] }),
    {
      name: 'http-reads-plainly-and-changes-through-app',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/http/', pathNot: '[.]test[.]ts$' },
      to: { path: '^services/$1/src/store/(?!reads/)', dependencyTypesNot: ['type-only'] },
    },
    allow('packages/core', []),
    allow('packages/contracts', ['packages/core']),
    allow('packages/strategies', ['packages/core', 'packages/contracts']),
    allow('packages/engine', ['packages/core', 'packages/contracts', 'packages/strategies']),
    allow('packages/research', ['packages/core', 'packages/strategies', 'packages/engine']),
    allow('packages/risk-rules', ['packages/core', 'packages/contracts']),
    allow('packages/exchange', ['packages/core', 'packages/contracts']),
    allow('packages/exchange-sim', ['packages/core', 'packages/contracts']),
    allow('packages/api-client', []),
    allow('packages/columns', ['packages/core', 'packages/contracts']),
    allow('packages/service-kit', ['packages/core', 'packages/contracts', 'db']),
    allow('db', ['packages/core']),
    allow('stack', [
      ...['packages/core', 'packages/contracts', 'db', 'packages/exchange-sim'],
      ...['packages/service-kit/src/log-files', NODE_OPTIONS],
    ]),
    allow('apps/console', [
      'packages/contracts',
      'packages/api-client',
      'packages/core',
      'packages/engine/src/report',
    ]),
    allow('packages/testkit', ['packages/contracts', 'db', 'stack', NODE_OPTIONS]),
    allow('sim', [
      'packages/service-kit',
      'services/bot/src/core.ts',
      'services/executor/src/core.ts',
      'services/risk/src/core.ts',
      'packages/core',
      'packages/contracts',
      'packages/exchange',
      'packages/exchange-sim',
      'stack',
      'packages/testkit',
    ]),
    allow('bench', [
      ...[...SERVICE, ...LIGHT_STACK, 'packages/exchange-sim', 'packages/testkit'],
      ...['stack', 'services/data', 'services/manager'],
    ]),
    allow('cli', [
      ...SERVICE,
      ...LIGHT_STACK,
      'packages/api-client',
      'packages/exchange-sim',
      'packages/research',
      'bench',
      'stack',
      'services/bot',
      'services/data',
      'services/manager',
    ]),
    ...['data', 'risk', 'manager', 'bot', 'executor'].map((service) => allow(`services/${service}`, SERVICE)),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]next)/|^gates/planted/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
