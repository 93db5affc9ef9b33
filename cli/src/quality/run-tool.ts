import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export interface ToolRun {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs a tool of node_modules/.bin. With `stream` its output goes straight to the terminal instead of being collected. */
export function runTool(
  tool: string,
  args: readonly string[],
  options: { cwd: string; stream?: boolean },
): Promise<ToolRun> {
  const executable = resolve(options.cwd, 'node_modules/.bin', tool);
  return new Promise((done) => {
    const child = spawn(executable, [...args], {
      cwd: options.cwd,
      stdio: options.stream === true ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) =>
      done({ exitCode: 127, output: `${tool} could not be started: ${error.message}\n` }),
    );
    child.on('close', (code) => done({ exitCode: code ?? 1, output }));
  });
}
