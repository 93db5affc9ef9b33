import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export interface ToolRun {
  readonly exitCode: number;
  readonly output: string;
}

interface RunOptions {
  readonly cwd: string;
  /** Output goes straight to the terminal instead of being collected. */
  readonly stream?: boolean;
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a tool of node_modules/.bin. */
export function runTool(tool: string, args: readonly string[], options: RunOptions): Promise<ToolRun> {
  return runProgram(resolve(options.cwd, 'node_modules/.bin', tool), args, options);
}

export function runProgram(
  executable: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ToolRun> {
  return new Promise((done) => {
    const child = spawn(executable, [...args], {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: options.stream === true ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) =>
      done({ exitCode: 127, output: `${executable} could not be started: ${error.message}\n` }),
    );
    child.on('close', (code) => done({ exitCode: code ?? 1, output }));
  });
}
