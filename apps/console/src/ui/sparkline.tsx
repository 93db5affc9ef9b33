/** A small line without axes: the shape of the last day. */
interface SparklineProps {
  readonly values: readonly number[];
  readonly label: string;
  /** For what was simulated beside what was traded. */
  readonly isQuiet?: boolean;
}

export function Sparkline({ values, label, isQuiet = false }: SparklineProps) {
  if (values.length < 2) return <span className="text-faint">–</span>;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const height = high - low || 1;
  const points = values
    .map((value, index) => `${(index / (values.length - 1)) * 80},${18 - ((value - low) / height) * 16}`)
    .join(' ');
  return (
    <svg
      width="80"
      height="20"
      viewBox="0 0 80 20"
      role="img"
      aria-label={label}
      className="inline-block align-middle"
    >
      <polyline
        points={points}
        fill="none"
        stroke={isQuiet ? 'var(--faint)' : 'var(--accent)'}
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
    </svg>
  );
}
