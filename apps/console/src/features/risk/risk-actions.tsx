/**
 * Flatten, halt, close, pause, resume and accept: which dialog is open stands in the address, so that the
 * palette and links can open one.
 */
'use client';

import { CirclePause, CirclePlay, Hand, OctagonX, Scale, SquareX } from 'lucide-react';
import { haltRefusal, resumeRefusal, type TradingState } from '../../lib/trading-state';
import type { Answer, ItemOf } from '../../manager/types';
import { Button } from '../../ui/button';
import { setUrl, useUrlState } from '../../ui/url-state';
import { useRefusal } from '../frame/providers';
import { AcceptDialog } from './accept-dialog';
import { CloseDialog } from './close-dialog';
import { FlattenDialog } from './flatten-dialog';
import { HaltDialog } from './halt-dialog';
import { PauseDialog } from './pause-dialog';
import { ResumeDialog } from './resume-dialog';

interface RiskActionsProps {
  readonly state: TradingState;
  /** Undefined where they cannot be read, which is never the same as none. */
  readonly positions: Answer<'/portfolio'>['positions'] | undefined;
  readonly bots: readonly ItemOf<'/bff/bots'>[] | undefined;
}

export function RiskActions({ state, positions, bots }: RiskActionsProps) {
  const [act, setAct] = useUrlState('act');
  const [scope, setScope] = useUrlState('scope', 'all');
  const role = useRefusal();
  // What a dialog was about goes with it: the next one begins from its own defaults.
  const close = () => setUrl({ act: '', scope: '' });
  const nothingToResume = role ?? resumeRefusal(state);
  const pausable = bots?.filter((bot) => bot.desiredState === 'running');
  const pauseRefusal = role ?? (pausable?.length === 0 ? 'No bot is running.' : null);
  return (
    <>
      <Button tone="danger" refusal={role} onClick={() => setAct('flatten')}>
        <OctagonX size={14} aria-hidden /> Flatten…
      </Button>
      <Button refusal={role ?? haltRefusal(state)} onClick={() => setAct('halt')}>
        <Hand size={14} aria-hidden /> Halt, keep positions…
      </Button>
      <Button
        refusal={role ?? (positions?.length === 0 ? 'Nothing is held.' : null)}
        onClick={() => setAct('close')}
      >
        <SquareX size={14} aria-hidden /> Close…
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
      {act === 'halt' ? (
        <HaltDialog close={close} refusal={role ?? haltRefusal(state)} positions={positions} />
      ) : null}
      {act === 'close' ? (
        <CloseDialog
          close={close}
          refusal={role}
          positions={positions}
          bots={bots}
          scope={scope}
          onScope={setScope}
        />
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
