/** The way out of "too little history": fetches the days that a form found missing. */
'use client';

import { useState } from 'react';
import { utcDay } from '../../lib/time';
import { plural } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useRefusal } from '../frame/providers';

interface FetchHistoryProps {
  readonly symbol: string;
  readonly missing: { readonly days: number; readonly fromMs: number; readonly toMs: number };
}

export function FetchHistory({ symbol, missing: { days, fromMs, toMs } }: FetchHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal();
  const command = useCommand<{ id: string }>();
  const body = { symbols: [symbol], from_ts: Math.max(0, fromMs), to_ts: toMs };
  return (
    <>
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        Fetch the missing {plural(days, 'day')}…
      </Button>
      {isOpen ? (
        <ConfirmDialog
          close={() => setOpen(false)}
          title={`Fetch ${plural(days, 'day')} of ${symbol}`}
          consequence={`Asks the exchange for the minutes of ${symbol} from ${utcDay(fromMs)} to ${utcDay(toMs)} UTC; the higher time frames follow from them. Existing rows stay.`}
          verb="Fetch"
          asksReason={false}
          act={() =>
            command.mutateAsync({
              method: 'POST',
              path: '/data/backfill/{source}',
              params: { source: 'klines' },
              body,
            })
          }
          outcome={({ id }) =>
            `Started as job ${id}. The Data page shows its progress; this form knows when it is done.`
          }
        />
      ) : null}
    </>
  );
}
