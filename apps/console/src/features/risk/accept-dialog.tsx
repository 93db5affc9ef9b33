'use client';

import { useState } from 'react';
import {
  type Accepted,
  acceptablePlaces,
  acceptConsequence,
  acceptOutcome,
  acceptRefusal,
  type Place,
  placeText,
} from '../../lib/accept-position';
import { useCommand } from '../../manager/request';
import type { Answer, ItemOf } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';

interface AcceptDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  /** Undefined where they cannot be read. */
  readonly positions: Answer<'/portfolio'>['positions'] | undefined;
  readonly bots: readonly ItemOf<'/bff/bots'>[] | undefined;
}

/**
 * Makes the books of one symbol agree with the exchange. The choice stays what it was when the list changes
 * under it.
 */
export function AcceptDialog({ close, refusal, positions, bots }: AcceptDialogProps) {
  const offered = acceptablePlaces(positions, bots);
  const [place, setPlace] = useState<Place | undefined>(offered[0]);
  const command = useCommand<Accepted>();
  const places =
    place === undefined || offered.some((each) => isSame(each, place)) ? offered : [place, ...offered];
  const why = acceptRefusal(place, positions, offered);
  return (
    <ConfirmDialog
      close={close}
      title="Accept the exchange's position"
      consequence={
        place === undefined || positions === undefined ? why : acceptConsequence(place, positions, bots)
      }
      verb={place === undefined ? 'Accept' : `Accept ${placeText(place)}`}
      isDangerous
      word="ACCEPT"
      refusal={refusal ?? why}
      act={(reason) =>
        command.mutateAsync({
          method: 'POST',
          path: '/bff/risk/accept-position',
          body: { network: place!.network, symbol: place!.symbol, reason },
        })
      }
      outcome={(answer) => acceptOutcome(answer, bots)}
    >
      <SelectField
        label="Symbol"
        value={place === undefined ? '' : placeText(place)}
        choices={[
          ...(place === undefined ? [{ value: '', label: 'Choose a symbol' }] : []),
          ...places.map((each) => ({ value: placeText(each), label: placeText(each) })),
        ]}
        hint="Both of its sides are compared with the exchange"
        onChange={(event) => setPlace(places.find((each) => placeText(each) === event.target.value))}
      />
    </ConfirmDialog>
  );
}

function isSame(a: Place, b: Place): boolean {
  return a.network === b.network && a.symbol === b.symbol;
}
