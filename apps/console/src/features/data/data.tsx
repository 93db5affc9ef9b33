/**
 * The data page: are the sources fresh, what history is there, where are its gaps, and what is being filled.
 */
'use client';

import { Page } from '../../ui/page';
import { BackfillPanel } from './backfill-panel';
import { CoveragePanel } from './coverage-panel';
import { SourcePanel } from './source-panel';

export function Data() {
  return (
    <Page title="Data" lead="What market data the platform has, how fresh it is, and what is missing.">
      <SourcePanel />
      <BackfillPanel />
      <CoveragePanel />
    </Page>
  );
}
