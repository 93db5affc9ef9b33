/**
 * The quality gates, in the order they begin. Each is a tool with its arguments; `gates/` at the root proves
 * with a planted violation that each of them can fail. A gate whose tool is missing fails, it never passes.
 */
export interface Gate {
  readonly name: string;
  readonly proves: string;
  readonly tool: string;
  readonly args: readonly string[];
}

const CODE = ['packages', 'services', 'apps', 'db', 'stack', 'sim', 'bench', 'cli'];

export const GATES: readonly Gate[] = [
  { name: 'biome', proves: 'format and lint', tool: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types', proves: 'strict types across all projects', tool: 'tsc', args: ['-b'] },
  {
    name: 'eslint',
    proves: 'no lost promises, exhaustive switches, pure packages, use cases without clocks, guarded timers',
    tool: 'eslint',
    args: ['.'],
  },
  {
    name: 'imports',
    proves: 'imports point the right way',
    tool: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', ...CODE],
  },
  { name: 'unused', proves: 'no dead file, export or dependency', tool: 'knip', args: ['--no-config-hints'] },
  {
    name: 'generated',
    proves: 'generated files are fresh, the OpenAPI behind them is clean',
    tool: 'tsx',
    args: ['cli/src/main.ts', 'generate', '--check', '--no-database'],
  },
];
