/** Form controls with their label, hint and fault tied together for everybody, screen readers included. */
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { useId } from 'react';
import { type Choice, withChosen } from '../lib/choices';
import { Check } from './check';
import { classNames } from './class-names';

const CONTROL =
  'h-8 w-full rounded-md border border-strong-line bg-canvas px-2 aria-invalid:border-danger disabled:opacity-60';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | null | undefined;
}

interface Wiring {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

export function Field({
  label,
  hint,
  fault,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const isFaulty = fault !== undefined && fault !== null;
  return (
    <div className="min-w-0 space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': isFaulty })}
      <p id={`${id}-hint`} className={classNames('text-xs', isFaulty ? 'text-danger' : 'text-faint')}>
        {isFaulty ? fault : hint}
      </p>
    </div>
  );
}

type InputProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, hint, fault, className, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(wiring) => <input {...input} {...wiring} className={classNames(CONTROL, className)} />}
    </Field>
  );
}

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value'> & {
    readonly choices: readonly Choice[];
    readonly value: string;
  };

export function SelectField({ label, hint, fault, choices, value, className, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(wiring) => (
        <select {...select} {...wiring} value={value} className={classNames(CONTROL, className)}>
          {withChosen(choices, value).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({ label, hint, ...input }: Omit<InputProps, 'fault' | 'className'>) {
  const id = useId();
  return (
    <div className="min-w-0">
      <Check {...input} aria-describedby={`${id}-hint`}>
        <span className="font-medium">{label}</span>
      </Check>
      <p id={`${id}-hint`} className="pl-6 text-xs text-faint">
        {hint}
      </p>
    </div>
  );
}
