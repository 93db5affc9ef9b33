/** What a reader must know before believing the figures. */
import { TriangleAlert } from 'lucide-react';

export function WarningList({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="space-y-1 border-l-2 border-warn bg-surface px-4 py-2">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <TriangleAlert size={14} className="mt-0.5 shrink-0 text-warn" aria-hidden />
          {warning}
        </li>
      ))}
    </ul>
  );
}
