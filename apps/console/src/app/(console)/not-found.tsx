import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { Page } from '../../ui/page';
import { Empty } from '../../ui/states';

export default function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is nothing at this address" icon={SearchX}>
        <Link href="/" className="text-accent underline underline-offset-2">
          Back to the overview
        </Link>
      </Empty>
    </Page>
  );
}
