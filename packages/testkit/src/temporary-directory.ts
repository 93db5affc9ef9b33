import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory {
  readonly path: string;
  remove(): void;
}

/** Others may pass through it, so that a server running under another account can reach its own part. */
export function temporaryDirectory(purpose: string): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), `platform-${purpose}-`));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
