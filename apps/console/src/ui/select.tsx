/** A list to choose one of, with the label for those who cannot see what it stands beside. */
import { type Choice, withChosen } from '../lib/choices';
import { classNames } from './class-names';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
  /** Stands out while it narrows something down. */
  readonly isActive?: boolean;
}

export function Select({ label, value, choices, onChange, isActive = false }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(
        'h-8 max-w-full rounded-md border bg-canvas px-2',
        isActive ? 'border-accent' : 'border-strong-line',
      )}
    >
      {withChosen(choices, value).map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
