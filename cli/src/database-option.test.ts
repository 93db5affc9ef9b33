import { Command } from 'commander';
import { expect, it } from 'vitest';
import { DATABASE_OPTION } from './database-option';

function parse(url: string): string | undefined {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  return command
    .option(...DATABASE_OPTION)
    .parse(['--database', url], { from: 'user' })
    .opts<{ database?: string }>().database;
}

it('a database is named on the command line without its password, which everybody could read there', () => {
  expect(parse('postgresql://lab@db.example:5432/platform')).toBe(
    'postgresql://lab@db.example:5432/platform',
  );
  for (const url of [
    'postgresql://lab:secret@db.example/platform',
    'postgresql://lab@db.example/p?password=x',
  ]) {
    expect(() => parse(url)).toThrow(/set PGPASSWORD/);
  }
});
