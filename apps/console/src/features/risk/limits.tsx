/**
 * The limits that the breakers judge by, and the change of one. Which dialog is open stands in the address.
 */
'use client';

import { who, words } from '../../lib/words';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/page';
import { useUrlState } from '../../ui/url-state';
import { useRefusal } from '../frame/providers';
import { type Limit, LimitDialog } from './limit-dialog';

export function Limits({ limits }: { limits: readonly Limit[] }) {
  const [chosen, setChosen] = useUrlState('limit');
  const refusal = useRefusal();
  const limit = limits.find(({ name }) => name === chosen);
  return (
    <Panel title="Limits in force" aside="A change holds from the next evaluation and is audited">
      <details open={limit !== undefined}>
        <summary className="py-1 text-muted">Show all {limits.length}</summary>
        <table className="w-full">
          <tbody>
            {limits.map((each) => (
              <tr key={each.name} className="border-t">
                <th scope="row" className="py-1 pr-4 text-left font-normal">
                  {words(each.name)}
                  <span className="block text-xs text-faint">{each.description}</span>
                </th>
                <td className="pr-4 text-right">{each.value}</td>
                <td className="hidden pr-4 text-right text-faint md:table-cell">{who(each.updatedBy)}</td>
                <td className="text-right">
                  <Button
                    tone="quiet"
                    refusal={refusal}
                    aria-label={`Change ${words(each.name)}`}
                    onClick={() => setChosen(each.name)}
                  >
                    Change…
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      {limit === undefined ? null : (
        <LimitDialog limit={limit} refusal={refusal} close={() => setChosen('')} />
      )}
    </Panel>
  );
}
