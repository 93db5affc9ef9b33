/** A small line without axes: the shape of the last day. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
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
        stroke="var(--accent)"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
    </svg>
  );
}
