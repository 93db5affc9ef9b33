/**
 * The dialog before something that cannot be taken back lightly: says what will be touched, asks for a reason
 * (counted against its limit) and, where it is dangerous, for a word to be typed. Afterwards it says what
 * happened, with the trace id. It is open while it is mounted, so it always begins empty; the page keeps it
 * mounted until it is closed, also when what it was about has left the page. What it reports was fixed when
 * the button was pressed, whatever the page has read since.
 */
'use client';

import { MAX_REASON_CHARS } from '@platform/contracts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ManagerError, type Received } from '../manager/request';
import { Button } from './button';
import { carryOut, type Done } from './carry-out';
import { Dialog } from './dialog';
import { Field, TextField } from './field';
import { ErrorPanel } from './states';
import { TraceLink } from './trace-link';

interface ConfirmDialogProps<T> {
  readonly close: () => void;
  readonly title: string;
  /** What it will touch, in numbers: "Flattens 3 positions on 2 bots, testnet". */
  readonly consequence: ReactNode;
  readonly verb: string;
  /** The button that leaves everything as it is, where “Cancel” would be ambiguous. */
  readonly dismiss?: string;
  readonly isDangerous?: boolean;
  /** The word to type; without it a reason alone confirms. */
  readonly word?: string;
  readonly asksReason?: boolean;
  /** Why it may not be done now. */
  readonly refusal?: string | null;
  /** Further fields, such as the scope. */
  readonly children?: ReactNode;
  /** `left` is aborted once the dialog is gone: what was not sent by then is not sent. */
  readonly act: (reason: string, left: AbortSignal) => Promise<Received<T>>;
  /** What happened, from the server's answer. */
  readonly outcome: (answer: T, traceId: string | null) => ReactNode;
}

export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { close, title, consequence } = props;
  const [done, setDone] = useState<Done | null>(null);
  return (
    <Dialog
      isOpen
      close={close}
      title={done === null ? title : done.title}
      description={done === null ? consequence : 'Done.'}
    >
      {done === null ? (
        <ConfirmForm {...props} onDone={setDone} />
      ) : (
        <Outcome said={done.said} traceId={done.traceId} close={close} />
      )}
    </Dialog>
  );
}

function ConfirmForm<T>(props: ConfirmDialogProps<T> & { onDone: (done: Done) => void }) {
  const { close, title, verb, dismiss = 'Cancel', word, asksReason = true, isDangerous = false } = props;
  const { refusal, children, act, outcome, onDone } = props;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isActing, setActing] = useState(false);
  const [error, setError] = useState<ManagerError | null>(null);

  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);

  const why = refusal ?? missing({ reason, typed, word, asksReason });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (why !== null || isActing) return;
    setActing(true);
    setError(null);
    const result = await carryOut({ title, act, outcome }, reason.trim(), leaving.current.signal);
    setActing(false);
    if (result instanceof ManagerError) setError(result);
    else onDone(result);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {children}
      {asksReason ? <ReasonField value={reason} onChange={setReason} /> : null}
      {word === undefined ? null : (
        <TextField
          label={`Type ${word} to confirm`}
          autoComplete="off"
          autoCapitalize={word === word.toUpperCase() ? 'characters' : 'off'}
          spellCheck={false}
          value={typed}
          fault={typed !== '' && typed !== word ? `This is not ${word}` : null}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {error === null ? null : <ErrorPanel error={error.view} />}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{isActing ? 'Close; what was sent goes on' : dismiss}</Button>
        <Button
          type="submit"
          tone={isDangerous ? 'danger' : 'primary'}
          refusal={why}
          disabled={isActing}
          // It may name a bot, and names may be long.
          className="h-auto! min-h-8 py-1 whitespace-normal!"
        >
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

function Outcome({ said, traceId, close }: Omit<Done, 'title'> & { close: () => void }) {
  return (
    <div className="space-y-4">
      <div role="status" className="border-l-2 border-accent pl-3">
        <div className="font-medium">{said}</div>
        {traceId === null ? null : (
          <p className="text-muted">
            Trace <TraceLink id={traceId} />
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
