/**
 * The dialog before something that cannot be taken back lightly: says what will be touched, asks for a reason (counted
 * against its limit) and, where it is dangerous, for a word to be typed. Afterwards it says what happened, with the trace id.
 */
'use client';

import { MAX_REASON_CHARS } from '@platform/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ManagerError, Received } from '../manager/request';
import { Button } from './button';
import { Copyable } from './copyable';
import { Dialog } from './dialog';
import { Field, TextField } from './field';
import { ErrorPanel } from './states';

interface ConfirmDialogProps<T> {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  /** What it will touch, in numbers: "Flattens 3 positions on 2 bots, testnet". */
  readonly consequence: ReactNode;
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** The word to type; without it a reason alone confirms. */
  readonly word?: string;
  readonly asksReason?: boolean;
  /** Why it may not be done now. */
  readonly refusal?: string | null;
  /** Further fields, such as the scope. */
  readonly children?: ReactNode;
  readonly act: (reason: string) => Promise<Received<T>>;
  /** What happened, from the server's answer. */
  readonly outcome: (answer: T) => ReactNode;
}

export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { isOpen, close, title, consequence, outcome } = props;
  const [done, setDone] = useState<Received<T> | null>(null);
  return (
    <Dialog isOpen={isOpen} close={close} title={title} description={done === null ? consequence : 'Done.'}>
      {done === null ? (
        <ConfirmForm {...props} onDone={setDone} />
      ) : (
        <Outcome result={done} say={outcome} close={close} />
      )}
    </Dialog>
  );
}

function ConfirmForm<T>(props: ConfirmDialogProps<T> & { onDone: (result: Received<T>) => void }) {
  const { close, verb, word, asksReason = true, isDangerous = false, refusal, children, act, onDone } = props;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isActing, setActing] = useState(false);
  const [error, setError] = useState<ManagerError | null>(null);

  const why = refusal ?? missing({ reason, typed, word, asksReason });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (why !== null || isActing) return;
    setActing(true);
    setError(null);
    try {
      onDone(await act(reason.trim()));
    } catch (caught) {
      setError(caught as ManagerError);
    } finally {
      setActing(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {children}
      {asksReason ? <ReasonField value={reason} onChange={setReason} /> : null}
      {word === undefined ? null : (
        <TextField
          label={`Type ${word} to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          fault={typed !== '' && typed !== word ? `This is not ${word}` : null}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {error === null ? null : <ErrorPanel error={error.view} />}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone={isDangerous ? 'danger' : 'primary'} refusal={why} disabled={isActing}>
          {isActing ? 'Working…' : verb}
        </Button>
      </div>
    </form>
  );
}

interface Given {
  readonly reason: string;
  readonly typed: string;
  readonly word: string | undefined;
  readonly asksReason: boolean;
}

/** What is still needed before it may be pressed. */
function missing({ reason, typed, word, asksReason }: Given): string | null {
  if (asksReason && reason.trim() === '') return 'Write a reason first: it goes into the audit log.';
  if (asksReason && reason.length > MAX_REASON_CHARS)
    return `The reason is longer than ${MAX_REASON_CHARS} characters.`;
  return word !== undefined && typed !== word ? `Type ${word} first.` : null;
}

function ReasonField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const isTooLong = value.length > MAX_REASON_CHARS;
  return (
    <Field
      label="Reason"
      hint={`${value.length} / ${MAX_REASON_CHARS} · kept in the audit log`}
      fault={isTooLong ? `${value.length} / ${MAX_REASON_CHARS}: too long` : null}
    >
      {(wiring) => (
        <textarea
          {...wiring}
          rows={3}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full rounded-md border border-strong-line bg-canvas px-2 py-1.5 aria-invalid:border-danger"
        />
      )}
    </Field>
  );
}

interface OutcomeProps<T> {
  readonly result: Received<T>;
  readonly say: (answer: T) => ReactNode;
  readonly close: () => void;
}

function Outcome<T>({ result, say, close }: OutcomeProps<T>) {
  return (
    <div className="space-y-4">
      <div role="status" className="border-l-2 border-accent pl-3">
        <p className="font-medium">{say(result.data)}</p>
        {result.traceId === null ? null : (
          <p className="text-muted">
            Trace <Copyable text={result.traceId} />
          </p>
        )}
      </div>
      <div className="flex justify-end">
        <Button tone="primary" onClick={close}>
          Close
        </Button>
      </div>
    </div>
  );
}
