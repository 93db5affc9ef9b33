/** Flatten, pause, resume and accept: which dialog is open stands in the address, so that the palette and links can open one. */
'use client';

import { CirclePause, CirclePlay, OctagonX, Scale } from 'lucide-react';
import { resumeRefusal, type TradingState } from '../../lib/trading-state';
import type { Answer, ItemOf } from '../../manager/types';
import { Button } from '../../ui/button';
import { setUrl, useUrlState } from '../../ui/url-state';
import { useRefusal } from '../frame/providers';
import { AcceptDialog } from './accept-dialog';
import { FlattenDialog } from './flatten-dialog';
import { PauseDialog } from './pause-dialog';
import { ResumeDialog } from './resume-dialog';

interface RiskActionsProps {
  readonly state: TradingState;
  readonly positions: Answer<'/portfolio'>['positions'];
  readonly bots: readonly ItemOf<'/bff/bots'>[];
}

export function RiskActions({ state, positions, bots }: RiskActionsProps) {
  const [act, setAct] = useUrlState('act');
  const role = useRefusal();
  // What a dialog was about goes with it: the next one begins from its own defaults.
  const close = () => setUrl({ act: '', scope: '' });
  const nothingToResume = role ?? resumeRefusal(state);
  const pausable = bots.filter((bot) => bot.desiredState === 'running');
  const pauseRefusal = role ?? (pausable.length === 0 ? 'No bot is running.' : null);
  return (
    <>
      <Button tone="danger" refusal={role} onClick={() => setAct('flatten')}>
        <OctagonX size={14} aria-hidden /> Flatten…
      </Button>
      <Button refusal={pauseRefusal} onClick={() => setAct('pause')}>
        <CirclePause size={14} aria-hidden /> Pause a bot…
      </Button>
      <Button refusal={nothingToResume} onClick={() => setAct('resume')}>
        <CirclePlay size={14} aria-hidden /> Resume…
      </Button>
      <Button refusal={role} onClick={() => setAct('accept')}>
        <Scale size={14} aria-hidden /> Accept a position…
      </Button>
      {act === 'flatten' ? (
        <FlattenDialog close={close} refusal={role} positions={positions} bots={bots} />
      ) : null}
      {act === 'pause' ? <PauseDialog close={close} refusal={pauseRefusal} bots={pausable} /> : null}
      {act === 'accept' ? (
        <AcceptDialog close={close} refusal={role} positions={positions} bots={bots} />
      ) : null}
      {act === 'resume' ? (
        <ResumeDialog close={close} refusal={nothingToResume} state={state} bots={bots} />
      ) : null}
    </>
  );
}
