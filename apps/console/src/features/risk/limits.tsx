'use client';

import type { Answer } from '../../manager/types';
import { Panel } from '../../ui/page';

/** The limits in force. They are changed at the risk service, audited there. */
export function Limits({ limits }: { limits: Answer<'/bff/risk'>['limits'] }) {
  return (
    <Panel title="Limits in force" aside="Changed with PUT /risk/limits/<name> at the risk service">
      <details>
        <summary className="py-1 text-muted">Show all {limits.length}</summary>
        <table className="w-full">
          <tbody>
            {limits.map(({ name, value, description, updatedBy }) => (
              <tr key={name} className="h-8 border-t">
                <th scope="row" className="pr-4 text-left font-mono text-xs font-normal">
                  {name}
                </th>
                <td className="pr-4 text-right">{value}</td>
                <td className="text-muted">{description}</td>
                <td className="hidden text-right text-faint md:table-cell">{updatedBy}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}
