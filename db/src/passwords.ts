/**
 * Passwords of the six roles. The server receives a SCRAM verifier instead of the password, so that no
 * statement log can ever hold one. Passwords are printable ASCII, as the installation generates them.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { isRoleName, type RoleName } from './roles';
import { withClient } from './with-client';

const SCRAM_ITERATIONS = 4096;

export async function setRolePasswords(
  connectionString: string,
  passwords: Readonly<Partial<Record<RoleName, string>>>,
): Promise<void> {
  await withClient(connectionString, async (client) => {
    for (const [role, password] of Object.entries(passwords)) {
      if (!isRoleName(role)) throw new Error(`${role} is not a role of the platform`);
      const verifier = pg.escapeLiteral(scramVerifier(password));
      await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${verifier}`);
    }
  });
}

/** RFC 5803, as PostgreSQL stores it in pg_authid. */
function scramVerifier(password: string): string {
  if (!/^[\x21-\x7e]{1,128}$/.test(password)) throw new Error('a role password must be printable ASCII');
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256');
  const keyFor = (label: string) => createHmac('sha256', salted).update(label).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  const serverKey = keyFor('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
