import type { Command } from 'commander';

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check that everything needed to start is there, and say how to fix what is missing')
    .action(async () => {
      const { operatorAction, printLine } = await import('../operator-action');
      const { examine } = await import('@platform/stack');
      await operatorAction(async () => {
        const findings = await examine(process.env);
        for (const { check, ok, detail } of findings) printLine(`${ok ? '✓' : '✗'} ${check}: ${detail}`);
        return findings.every(({ ok }) => ok) ? 0 : 1;
      });
    });
}
