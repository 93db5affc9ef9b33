/** A backfill of one source for chosen symbols and days. It says what it will ask for before it is started. */
'use client';

import { BACKFILL_SOURCES } from '@platform/contracts';
import { useState } from 'react';
import { plural, words } from '../../lib/words';
import { useCommand } from '../../manager/use-command';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField, TextField } from '../../ui/field';

interface StartedJob {
  readonly id: string;
}

const CHOICES = BACKFILL_SOURCES.map((source) => ({ value: source, label: words(source) }));
const DAY_MS = 86_400_000;

export function StartBackfill({ close }: { close: () => void }) {
  const [source, setSource] = useState<string>('klines');
  const [symbolText, setSymbolText] = useState('');
  const [fromDay, setFromDay] = useState('');
  const [toDay, setToDay] = useState('');
  const command = useCommand<StartedJob>();
  const symbols = symbolText
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((symbol) => symbol !== '');
  const wrong = symbols.find((symbol) => !/^[A-Z0-9]{2,30}$/.test(symbol));
  const symbolFault = wrong === undefined ? null : `${wrong} is not a symbol.`;
  const dayFault =
    fromDay !== '' && toDay !== '' && fromDay > toDay ? 'The last day is before the first.' : null;
  const body = {
    ...(symbols.length === 0 ? {} : { symbols }),
    ...(fromDay === '' ? {} : { from_ts: Date.parse(`${fromDay}T00:00:00Z`) }),
    ...(toDay === '' ? {} : { to_ts: Date.parse(`${toDay}T00:00:00Z`) + DAY_MS }),
  };
  const whose = symbols.length === 0 ? 'every configured symbol' : plural(symbols.length, 'symbol');
  const when =
    fromDay === '' && toDay === ''
      ? 'over its usual span'
      : `from ${fromDay || 'the beginning'} to ${toDay || 'now'}`;
  return (
    <ConfirmDialog
      close={close}
      title="Start a backfill"
      consequence={`Asks the venue for ${words(source).toLowerCase()} of ${whose} ${when}. Only what is missing is fetched; existing rows stay.`}
      verb="Start"
      asksReason={false}
      refusal={symbolFault ?? dayFault}
      act={() =>
        command.mutateAsync({ method: 'POST', path: '/data/backfill/{source}', params: { source }, body })
      }
      outcome={({ id }) => `Started as job ${id}. Its progress stands in the table.`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Source"
          choices={CHOICES}
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
        <TextField
          label="Symbols"
          hint="Separated by spaces; empty for the configured ones"
          placeholder="BTCUSDT ETHUSDT"
          fault={symbolFault}
          value={symbolText}
          onChange={(event) => setSymbolText(event.target.value)}
        />
        <TextField
          label="First day, UTC"
          type="date"
          value={fromDay}
          onChange={(event) => setFromDay(event.target.value)}
        />
        <TextField
          label="Last day, UTC"
          type="date"
          fault={dayFault}
          value={toDay}
          onChange={(event) => setToDay(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
