/**
 * ESLint does what needs types or syntax queries; biome does everything else.
 * Purity: the deterministic packages and every domain/ folder may read no clock, no randomness and no
 * environment.
 */
import tseslint from 'typescript-eslint';

const PURE = [
  'packages/{core,contracts,strategies,engine,research,risk-rules}/src/**/*.ts',
  '{packages,services}/*/src/domain/**/*.ts',
];

const IMPURE_GLOBALS = [
  'globalThis',
  'process',
  'Buffer',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'performance',
  'crypto',
  'console',
];

const abortTimeout = "MemberExpression[object.name='AbortSignal'][property.name='timeout']";
const mathRandom = "MemberExpression[object.name='Math'][property.name='random']";

const dateClock = [
  "MemberExpression[object.name='Date'][property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
];

const IMPURE_SYNTAX = [
  ...dateClock.map((selector) => ({
    selector,
    message: 'Pure code reads no clock: take the time as an argument.',
  })),
  {
    selector: mathRandom,
    message: 'Pure code has no randomness: take a seed or bytes as an argument.',
  },
  {
    selector:
      "MemberExpression[object.name='Math'][property.name=/^(log|log2|log10|log1p|exp|expm1|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|cbrt|hypot)$/]",
    message: 'Its bits differ between platforms: use the fixed-polynomial functions of @platform/core.',
  },
  {
    selector: "BinaryExpression[operator='**']",
    message: 'Its bits differ between platforms: multiply, or use @platform/core.',
  },
];

const AMBIENT_OTHERS = [
  { name: 'fetch', message: 'Use cases reach others through ports.' },
  {
    name: 'process',
    message: 'Use cases have no clock of their own and no environment: take them as arguments.',
  },
  { name: 'crypto', message: 'Use cases have no chance of their own: take `chance` as an argument.' },
  { name: 'globalThis', message: 'Use cases take what they need as arguments.' },
];

/** Use cases are run in other times than ours: by tests, and by the simulation. */
const AMBIENT_TIME = ['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
  name,
  message: 'Use cases have no clock of their own: take `time` as an argument.',
}));

const AMBIENT_SYNTAX = [
  ...[...dateClock, abortTimeout].map((selector) => ({
    selector,
    message: 'Use cases have no clock of their own: take `time` as an argument.',
  })),
  {
    selector: mathRandom,
    message: 'Use cases have no chance of their own: take `chance` as an argument.',
  },
];

const AMBIENT_IMPORTS = {
  paths: [
    ...['node:timers', 'node:timers/promises', 'node:perf_hooks', 'node:process'].map((name) => ({
      name,
      message: 'Use cases have no clock of their own: take `time` as an argument.',
    })),
    ...[
      ['node:crypto', ['randomBytes', 'randomInt', 'randomUUID']],
      ['@platform/service-kit', ['newId', 'systemChance', 'systemTime']],
    ].map(([name, importNames]) => ({
      name,
      importNames,
      message: 'Use cases have no clock and no chance of their own: take them as arguments.',
    })),
  ],
};

/**
 * A timer or listener that throws would end the process: what it calls is guarded, or given by name because
 * it was before.
 */
const UNGUARDED = [
  {
    selector:
      "CallExpression[callee.name=/^set(Interval|Timeout|Immediate)$/][arguments.0.type!='Identifier'][arguments.0.callee.property.name!='guard'][arguments.0.callee.name!='guard']",
    message: "An error thrown in a timer goes unnoticed: give it errors.guard('part', work).",
  },
  {
    selector:
      "CallExpression[callee.property.name=/^(on|once|addListener)$/][arguments.length=2][arguments.1.type=/Function/][arguments.1.body.type!='Identifier']",
    message: "An error thrown in a listener goes unnoticed: give it errors.guard('part', work).",
  },
  {
    selector:
      "CallExpression[callee.property.name=/^(later|soon)$/][callee.object.name='time'][arguments.0.type!='Identifier'][arguments.0.callee.property.name!='guard'][arguments.0.callee.name!='guard']",
    message: "An error thrown in a timer goes unnoticed: give it errors.guard('part', work).",
  },
];

/** A literal that is spread into another only keeps several on a line: the formatter decides on lines. */
const SPREAD_LITERALS = [
  'ObjectExpression > SpreadElement > ObjectExpression',
  'ObjectExpression > SpreadElement > TSAsExpression > ObjectExpression',
  ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression',
  ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > TSAsExpression > ArrayExpression',
].map((selector) => ({
  selector,
  message: 'Write what the literal holds in its place, without the spread.',
}));

/** One dialect of privacy, so that a reader need not find out which of two a class speaks. */
const PRIVATE_NAMES = {
  selector: 'PrivateIdentifier',
  message:
    'Write `private name` instead of `#name`; what must be hidden at run time is kept beside the object.',
};

/** The blocks further down replace this rule where they apply, so each of them names these again. */
const EVERYWHERE = [...SPREAD_LITERALS, PRIVATE_NAMES];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.platform/**',
      'lab/**',
      '**/*.generated.ts',
      '**/.next/**',
      // Read by Next.js alone, outside every project.
      'apps/console/next{.config,-env.d}.ts',
      'gates/planted/**',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-syntax': ['error', ...EVERYWHERE],
    },
  },
  {
    files: ['services/*/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, ...UNGUARDED] },
  },
  {
    files: ['services/*/src/app/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...AMBIENT_TIME, ...AMBIENT_OTHERS],
      'no-restricted-imports': ['error', AMBIENT_IMPORTS],
      'no-restricted-syntax': ['error', ...EVERYWHERE, ...UNGUARDED, ...AMBIENT_SYNTAX],
    },
  },
  {
    files: PURE,
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...IMPURE_GLOBALS],
      'no-restricted-syntax': ['error', ...EVERYWHERE, ...IMPURE_SYNTAX],
    },
  },
);
