/**
 * Which migrations are still to run. History is never rewritten: what a database has applied must be exactly
 * what the files say, in an unbroken sequence from 1, or nothing runs at all.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MigrationFile {
  readonly number: number;
  /** The file's name, e.g. 0003_market.sql. */
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
}

export type AppliedMigration = Pick<MigrationFile, 'number' | 'name' | 'sha256'>;

/** Its message is one sentence for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

export function readMigrations(directory: string): readonly MigrationFile[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (Number.isNaN(number)) throw new MigrationError(`${name} is not named like 0001_what_it_does.sql`);
    if (number !== index + 1) {
      throw new MigrationError(
        `${name} should have number ${index + 1}: migrations are numbered from 1 without gaps or duplicates`,
      );
    }
    const sql = readFileSync(join(directory, name), 'utf8');
    return { number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

/** The files that `applied` lacks; throws when the two tell different histories. */
export function planMigrations(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): readonly MigrationFile[] {
  for (const [index, past] of applied.entries()) {
    const file = files[past.number - 1];
    if (file === undefined) {
      throw new MigrationError(
        `the database has migration ${past.name}, which this release does not know: run the release that applied it, or a newer one`,
      );
    }
    if (past.number !== index + 1) {
      throw new MigrationError(
        `the database lacks migration ${files[index]!.name} but has later ones: restore it`,
      );
    }
    if (file.name !== past.name || file.sha256 !== past.sha256) {
      throw new MigrationError(
        `${file.name} differs from what the database applied as ${past.name}: restore it and put the change in a new migration`,
      );
    }
  }
  return files.slice(applied.length);
}
