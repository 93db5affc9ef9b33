import { GATES } from './gates';
import { runTool } from './run-tool';

/** Runs every gate, also after one failed, and returns the exit code. Output is shown for failing gates only. */
export async function runCheck(cwd: string): Promise<number> {
  let failures = 0;
  for (const gate of GATES) {
    process.stdout.write(`check ${gate.name.padEnd(9)} ${gate.proves} … `);
    const { exitCode, output } = await runTool(gate.tool, gate.args, { cwd });
    process.stdout.write(exitCode === 0 ? 'ok\n' : `FAILED\n${output}\n`);
    if (exitCode !== 0) failures += 1;
  }
  process.stdout.write(
    failures === 0 ? 'All gates pass.\n' : `${failures} of ${GATES.length} gates failed.\n`,
  );
  return failures === 0 ? 0 : 1;
}
