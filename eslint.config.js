/**
 * ESLint does what needs types or syntax queries; biome does everything else.
 * Purity: the deterministic packages and every domain/ folder may read no clock, no randomness and no environment.
 */
import tseslint from 'typescript-eslint';

const PURE = [
  'packages/{core,contracts,strategies,engine,research,risk-rules}/src/**/*.ts',
  '{packages,services}/*/src/domain/**/*.ts',
];

const IMPURE_GLOBALS = [
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

const IMPURE_SYNTAX = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Pure code reads no clock: take the time as an argument.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Pure code reads no clock: take the time as an argument.',
  },
  {
    selector: "CallExpression[callee.name='Date']",
    message: 'Pure code reads no clock: take the time as an argument.',
  },
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

const AMBIENT_OTHERS = [{ name: 'fetch', message: 'Use cases reach others through ports.' }];

/** Use cases are run in other times than ours: by tests, and by the simulation. */
const AMBIENT_TIME = ['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
  name,
  message: 'Use cases have no clock of their own: take `time` as an argument.',
}));

const AMBIENT_SYNTAX = [
  ...[...IMPURE_SYNTAX.slice(0, 3).map(({ selector }) => selector), abortTimeout].map((selector) => ({
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
    ...['node:timers', 'node:timers/promises', 'node:perf_hooks'].map((name) => ({
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

/** A timer or listener that throws would end the process: what it calls is guarded, or given by name because it was before. */
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
    },
  },
  {
    files: ['services/*/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...UNGUARDED] },
  },
  {
    files: ['services/*/src/app/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...AMBIENT_TIME, ...AMBIENT_OTHERS],
      'no-restricted-imports': ['error', AMBIENT_IMPORTS],
      'no-restricted-syntax': ['error', ...UNGUARDED, ...AMBIENT_SYNTAX],
    },
  },
  {
    files: PURE,
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...IMPURE_GLOBALS],
      'no-restricted-syntax': ['error', ...IMPURE_SYNTAX],
    },
  },
);
