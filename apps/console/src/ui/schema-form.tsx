/**
 * The fields of a parameter schema. The owner keeps the texts; faults appear beside each field as it is
 * typed.
 */
'use client';

import { faultOf, type ParamField } from '../lib/param-schema';
import { words } from '../lib/words';
import { CheckField, SelectField, TextField } from './field';

interface SchemaFormProps {
  readonly fields: readonly ParamField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (name: string, text: string) => void;
  /** What the server found wrong, by field name. */
  readonly serverFaults?: Readonly<Record<string, string>>;
}

export function SchemaForm({ fields, texts, onChange, serverFaults = {} }: SchemaFormProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <SchemaField
          key={field.name}
          field={field}
          text={texts[field.name] ?? field.initial}
          onChange={(text) => onChange(field.name, text)}
          serverFault={serverFaults[field.name] ?? null}
        />
      ))}
    </div>
  );
}

interface SchemaFieldProps {
  readonly field: ParamField;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly serverFault: string | null;
}

function SchemaField({ field, text, onChange, serverFault }: SchemaFieldProps) {
  const fault = faultOf(field, text) ?? serverFault;
  const hint = [field.description, field.range].filter((part) => part !== '').join(' ');
  const common = { label: field.label, hint, fault, name: field.name };
  if (field.kind === 'switch') {
    return (
      <CheckField
        {...common}
        checked={text === 'true'}
        onChange={(event) => onChange(String(event.target.checked))}
      />
    );
  }
  if (field.kind === 'choice') {
    const choices = field.choices.map((value) => ({ value, label: words(value) }));
    return (
      <SelectField
        {...common}
        choices={choices}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const inputMode = field.kind === 'text' ? 'text' : 'decimal';
  return (
    <TextField
      {...common}
      inputMode={inputMode}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
