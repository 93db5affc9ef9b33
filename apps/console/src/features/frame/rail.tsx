'use client';

import { Keyboard, LogOut, Menu, Moon, Search, Sun, X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { beginSigningOut } from '../../manager/signing-out';
import { classNames } from '../../ui/class-names';
import { useViewer } from './providers';
import { isCurrent, SECTION_GROUPS, SECTIONS, type Section } from './sections';

interface RailProps {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly toggleTheme: () => void;
  readonly theme: 'dark' | 'light';
  readonly signOut: () => Promise<void>;
}

/**
 * The sections at the left; on a phone a bar below with the three that matter at 3 a.m. and a sheet with the
 * rest.
 */
export function Rail(props: RailProps) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes the sheet
  useEffect(() => setSheetOpen(false), [pathname]);
  return (
    <>
      <nav
        aria-label="Sections"
        className="sticky top-0 hidden h-dvh w-48 shrink-0 flex-col border-r bg-surface lg:flex"
      >
        <Brand />
        <Groups pathname={pathname} />
        <Tools {...props} />
      </nav>
      {isSheetOpen ? (
        <div className="fixed inset-x-0 top-0 bottom-14 z-40 flex flex-col overflow-y-auto bg-surface lg:hidden">
          <Brand />
          <Groups pathname={pathname} />
          <Tools {...props} />
        </div>
      ) : null}
      <nav
        aria-label="Main sections"
        className="fixed inset-x-0 bottom-0 z-40 grid h-14 grid-cols-4 border-t bg-surface lg:hidden"
      >
        {SECTIONS.filter((section) => section.onPhone).map((section) => (
          <PhoneLink key={section.href} section={section} isHere={isCurrent(section, pathname)} />
        ))}
        <button
          type="button"
          aria-expanded={isSheetOpen}
          onClick={() => setSheetOpen(!isSheetOpen)}
          className="flex flex-col items-center justify-center gap-0.5 text-xs text-muted"
        >
          {isSheetOpen ? <X size={18} aria-hidden /> : <Menu size={18} aria-hidden />}
          More
        </button>
      </nav>
    </>
  );
}

function Brand() {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b px-4 font-semibold tracking-tight">
      <span aria-hidden className="size-2 rounded-full bg-accent" /> Platform
    </div>
  );
}

function Groups({ pathname }: { pathname: string }) {
  return (
    <div className="flex-1 space-y-4 overflow-y-auto p-2 py-3">
      {SECTION_GROUPS.map((group) => (
        <div key={group.title}>
          <p className="px-2 pb-1 text-xs text-faint">{group.title}</p>
          <ul>
            {group.sections.map((section) => (
              <li key={section.href}>
                <RailLink section={section} isHere={isCurrent(section, pathname)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function RailLink({ section: { href, label, icon: Icon }, isHere }: { section: Section; isHere: boolean }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'flex h-8 items-center gap-2.5 rounded-md px-2',
        isHere ? 'bg-raised font-medium text-ink' : 'text-muted hover:bg-raised hover:text-ink',
      )}
    >
      <Icon size={15} aria-hidden className={isHere ? 'text-accent' : ''} /> {label}
    </Link>
  );
}

function PhoneLink({ section: { href, label, icon: Icon }, isHere }: { section: Section; isHere: boolean }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'flex flex-col items-center justify-center gap-0.5 text-xs',
        isHere ? 'text-accent' : 'text-muted',
      )}
    >
      <Icon size={18} aria-hidden /> {label}
    </Link>
  );
}

function Tools({ openPalette, openKeys, toggleTheme, theme, signOut }: RailProps) {
  const { name, role } = useViewer();
  return (
    <div className="space-y-px border-t p-2">
      <Tool icon={<Search size={15} aria-hidden />} onClick={openPalette} label="Go to…" keys="Ctrl K" />
      <Tool icon={<Keyboard size={15} aria-hidden />} onClick={openKeys} label="Keys" keys="?" />
      <Tool
        icon={theme === 'dark' ? <Sun size={15} aria-hidden /> : <Moon size={15} aria-hidden />}
        onClick={toggleTheme}
        label={theme === 'dark' ? 'Light' : 'Dark'}
      />
      <form action={signOut} onSubmit={beginSigningOut}>
        <Tool icon={<LogOut size={15} aria-hidden />} label="Sign out" type="submit" />
      </form>
      <p className="truncate px-2 pt-1 text-xs text-faint" title={`${name}, ${role}`}>
        {name} · {role}
      </p>
    </div>
  );
}

interface ToolProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly keys?: string;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
}

function Tool({ icon, label, keys, onClick, type = 'button' }: ToolProps) {
  return (
    <button
      type={type}
      onClick={onClick}
      className="flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-muted hover:bg-raised hover:text-ink"
    >
      {icon} {label}
      {keys === undefined ? null : <kbd className="ml-auto font-mono text-xs text-faint">{keys}</kbd>}
    </button>
  );
}
