import type { Metadata } from 'next';
import { Settings } from '../../../features/settings/settings';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  await requireUser();
  return <Settings />;
}
