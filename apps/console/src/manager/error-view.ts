/** Any error of a read as something to show. */
import { consoleError, type ErrorView } from '../lib/errors';
import { ManagerError } from './request';

export function viewOf(error: unknown): ErrorView {
  return error instanceof ManagerError ? error.view : consoleError('CONSOLE_OFFLINE');
}
