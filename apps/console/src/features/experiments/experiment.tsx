/** One experiment: how far it is, and what it says. */
'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { figure } from '../../lib/format';
import { utcDay } from '../../lib/time';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { useManager } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { Button } from '../../ui/button';
import { Copyable } from '../../ui/copyable';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Stat, Stats } from '../../ui/stat';
import { Empty, ErrorPanel } from '../../ui/states';
import { useRefusal } from '../frame/providers';
import { ExperimentStatus } from './experiment-status';
import { GridResult } from './grid-result';
import type { ExperimentView } from './types';
import { Luck, MonteCarlo, Variants, WalkForward } from './verdicts';

export function Experiment({ id }: { id: string }) {
  const read = useManager('/experiments/{id}', { params: { id }, pollMs: 3_000 });
  const titleOf = useStrategyTitles();
  if (read.data === undefined && read.error !== null && read.error.view.field !== null)
    return <NoSuchExperiment />;
  return (
    <Loaded read={read}>
      {(experiment) => (
        <Page
          title={`${words(experiment.kind)}: ${titleOf(experiment.strategy)} on ${experiment.symbols.join(', ')} ${experiment.timeframe}`}
          lead={`${utcDay(experiment.fromTs)} to ${utcDay(experiment.toTs - 1)}`}
          actions={<Actions experiment={experiment} />}
        >
          <Progress experiment={experiment} />
          {experiment.result === null ? null : <Result experiment={experiment} />}
          <Panel
            title="Digests"
            aside="The same plan, data, code and number of tries ever made give the same result"
          >
            <Stats>
              <Stat label="Plan">
                <Copyable text={experiment.planDigest} shown={experiment.planDigest.slice(0, 12)} />
              </Stat>
              <Stat label="Data">
                <Copyable text={experiment.dataDigest} shown={experiment.dataDigest.slice(0, 12)} />
              </Stat>
              <Stat label="Code">
                <Copyable text={experiment.codeDigest} shown={experiment.codeDigest.slice(0, 12)} />
              </Stat>
            </Stats>
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function NoSuchExperiment() {
  return (
    <Page title="Experiment">
      <Empty title="There is no such experiment" icon={SearchX}>
        The address is not whole, or of another platform.{' '}
        <Link href="/experiments" className="text-accent underline underline-offset-2">
          All experiments
        </Link>
      </Empty>
    </Page>
  );
}

function Actions({ experiment: { id, status } }: { experiment: ExperimentView }) {
  const refusal = useRefusal();
  const command = useCommand();
  const send = (path: '/experiments/{id}/cancel' | '/experiments/{id}/resume') =>
    command.mutate({ method: 'POST', path, params: { id } });
  return (
    <>
      {status === 'running' ? (
        <Button
          refusal={refusal}
          disabled={command.isPending}
          onClick={() => send('/experiments/{id}/cancel')}
        >
          Stop
        </Button>
      ) : null}
      {status === 'cancelled' || status === 'failed' ? (
        <Button
          refusal={refusal}
          disabled={command.isPending}
          onClick={() => send('/experiments/{id}/resume')}
        >
          Go on
        </Button>
      ) : null}
      {command.error === null ? null : <ErrorPanel error={command.error.view} />}
    </>
  );
}

function Progress({ experiment }: { experiment: ExperimentView }) {
  const { doneCount, trialCount, failedCount, error, result } = experiment;
  const count = (value: number) => figure(value, { decimals: 0 });
  return (
    <div className="space-y-3">
      <Stats>
        <Stat label="Status">
          <ExperimentStatus experiment={experiment} />
        </Stat>
        <Stat label="Trials" note={failedCount > 0 ? `${count(failedCount)} failed` : undefined}>
          {doneCount === trialCount ? count(trialCount) : `${count(doneCount)} of ${count(trialCount)}`}
        </Stat>
        {result === null ? null : <Stat label="Days">{count(result.days)}</Stat>}
        {result === null || result.contradictory === 0 ? null : (
          <Stat label="Left out" note="Their parameters contradict each other">
            {count(result.contradictory)}
          </Stat>
        )}
      </Stats>
      {experiment.status === 'running' ? (
        <progress aria-label="Trials done" value={doneCount} max={trialCount} className="w-full" />
      ) : null}
      {experiment.waitsFor === null ? null : (
        <p role="status" className="text-warn">
          It waits, and goes on by itself: {experiment.waitsFor}
        </p>
      )}
      {error === null ? null : (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function Result({ experiment }: { experiment: ExperimentView }) {
  const result = experiment.result!;
  return (
    <>
      {result.walkForward === null ? null : (
        <WalkForward verdict={result.walkForward} experiment={experiment} />
      )}
      {result.runs === null ? null : <Variants experiment={experiment} runs={result.runs} />}
      {result.monteCarlo === null ? null : <MonteCarlo verdict={result.monteCarlo} experiment={experiment} />}
      {experiment.axes.length === 0 ? null : (
        <>
          <Luck result={result} />
          <Grid experiment={experiment} />
        </>
      )}
    </>
  );
}

function Grid({ experiment }: { experiment: ExperimentView }) {
  const columns = useManager('/experiments/{id}/columns', { params: { id: experiment.id }, pollMs: false });
  return <Loaded read={columns}>{(found) => <GridResult experiment={experiment} columns={found} />}</Loaded>;
}
