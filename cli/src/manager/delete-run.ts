/**
 * Gets rid of a backtest: one that waits or runs is cancelled and stays as failed, a finished one is deleted
 * with its rows.
 */
import { OperatorFault } from '@platform/stack';
import { printLine } from '../operator-action';
import { connect, reached } from './client';

export async function deleteRun(id: string, flags: { readonly url?: string }): Promise<number> {
  const request = connect(flags.url).DELETE('/runs/{id}', { params: { path: { id } } });
  const { data, error } = await reached(request, (reason) => new OperatorFault(reason));
  if (data === undefined) throw new OperatorFault(`${error.code}: ${error.message}`);
  printLine(`run ${data.runId} ${data.status}`);
  return 0;
}
