'use client';

import { isRiskLimitName, RISK_LIMITS } from '@platform/contracts';
import { useState } from 'react';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { Answer } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/field';

export type Limit = Answer<'/bff/risk'>['limits'][number];

interface LimitDialogProps {
  readonly limit: Limit;
  readonly refusal: string | null;
  readonly close: () => void;
}

/** Changes one limit: a wider one lets more happen before a breaker trips, so the word is asked for. */
export function LimitDialog({ limit, refusal, close }: LimitDialogProps) {
  const { name, value, description } = limit;
  const [text, setText] = useState(String(value));
  const command = useCommand<{ value: number }>();
  const spec = isRiskLimitName(name) ? RISK_LIMITS[name] : null;
  const fault = faultOf(text, spec);
  const unchanged = Number(text) === value ? 'This is the value in force.' : null;
  return (
    <ConfirmDialog
      close={close}
      title={`Change “${words(name)}”`}
      consequence={`${description}. It is ${value} now; the breakers judge by the new value from their next evaluation, on every bot and network.`}
      verb="Change the limit"
      word="CHANGE"
      refusal={refusal ?? fault ?? unchanged}
      act={(reason) =>
        command.mutateAsync({
          method: 'PUT',
          path: '/bff/risk/limits/{name}',
          params: { name },
          body: { reason, value: Number(text) },
        })
      }
      outcome={(answer) => `${words(name)} is ${answer.value} now.`}
    >
      <TextField
        label="New value"
        inputMode="decimal"
        value={text}
        hint={spec === null ? '' : `${spec.min} to ${spec.max}, usually ${spec.default}`}
        fault={fault}
        onChange={(event) => setText(event.target.value)}
      />
    </ConfirmDialog>
  );
}

function faultOf(text: string, spec: { readonly min: number; readonly max: number } | null): string | null {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return 'A number is needed';
  if (spec === null || (value >= spec.min && value <= spec.max)) return null;
  return `Must be ${spec.min} to ${spec.max}`;
}
