/** Every page there is, in the order of the rail. `key` after `g` goes there. */
import {
  Activity,
  ArrowLeftRight,
  Bell,
  BookOpen,
  Bot,
  ChartCandlestick,
  ChartLine,
  Database,
  FlaskConical,
  Grid3x3,
  History,
  Layers,
  type LucideIcon,
  ScrollText,
  Settings,
  ShieldAlert,
  Wallet,
} from 'lucide-react';

export interface Section {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly key: string;
  /** Has its own place in the bar of a phone. */
  readonly onPhone?: true;
}

export const SECTION_GROUPS: readonly { readonly title: string; readonly sections: readonly Section[] }[] = [
  {
    title: 'Operate',
    sections: [
      { href: '/', label: 'Overview', icon: Activity, key: 'o', onPhone: true },
      { href: '/bots', label: 'Bots', icon: Bot, key: 'b', onPhone: true },
      { href: '/risk', label: 'Risk', icon: ShieldAlert, key: 'r', onPhone: true },
      { href: '/orders', label: 'Orders', icon: ArrowLeftRight, key: 'i' },
      { href: '/portfolio', label: 'Portfolio', icon: Wallet, key: 'p' },
      { href: '/performance', label: 'Performance', icon: ChartCandlestick, key: 'e' },
      { href: '/alerts', label: 'Alerts', icon: Bell, key: 'a' },
      { href: '/metrics', label: 'Metrics', icon: ChartLine, key: 'm' },
      { href: '/logs', label: 'Logs', icon: ScrollText, key: 'l' },
    ],
  },
  {
    title: 'Research',
    sections: [
      { href: '/backtest', label: 'Backtest', icon: FlaskConical, key: 't' },
      { href: '/runs', label: 'Runs', icon: History, key: 'u' },
      { href: '/experiments', label: 'Experiments', icon: Grid3x3, key: 'x' },
      { href: '/strategies', label: 'Strategies', icon: BookOpen, key: 's' },
      { href: '/overlays', label: 'Overlays', icon: Layers, key: 'y' },
      { href: '/data', label: 'Data', icon: Database, key: 'd' },
    ],
  },
  {
    title: 'Platform',
    sections: [{ href: '/settings', label: 'Settings', icon: Settings, key: 'c' }],
  },
];

export const SECTIONS: readonly Section[] = SECTION_GROUPS.flatMap((group) => group.sections);

export function isCurrent(section: Section, pathname: string): boolean {
  return section.href === '/'
    ? pathname === '/'
    : pathname === section.href || pathname.startsWith(`${section.href}/`);
}
