/**
 * `--database <url>` of every command that has it. Everybody on a machine can read the arguments of its
 * processes.
 */
import { InvalidArgumentError } from 'commander';

export const DATABASE_OPTION = [
  '--database <url>',
  'DSN without its password, which is read from PGPASSWORD; default: the running stack',
  withoutPassword,
] as const;

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) throw new InvalidArgumentError('Give postgresql://user@host:port/database.');
  const { password, searchParams } = new URL(url);
  if (password !== '' || searchParams.has('password')) {
    throw new InvalidArgumentError(
      'Everybody on this machine could read the password: leave it out of the address and set PGPASSWORD.',
    );
  }
  return url;
}
