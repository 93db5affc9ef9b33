/** The scope of a flatten command as its row spells it. */
import type { FlattenScope } from '@platform/contracts';

/** The table admits only these four forms. */
export function parseScope(text: string): FlattenScope {
  const at = text.indexOf(':');
  const value = text.slice(at + 1);
  switch (text.slice(0, at)) {
    case 'bot':
      return { kind: 'bot', botId: value };
    case 'symbol':
      return { kind: 'symbol', symbol: value };
    case 'cluster':
      return { kind: 'cluster', clusterId: value };
    default:
      return { kind: 'all' };
  }
}
