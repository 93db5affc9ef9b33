/** Runs as the manager gives them, under the names this console uses. */
import type { Answer, ItemOf } from '../../manager/types';

export type RunDetail = Answer<'/runs/{id}'>;
export type RunSummary = ItemOf<'/runs'>;
export type Roundtrip = ItemOf<'/runs/{id}/roundtrips'>;
export type Curve = Answer<'/runs/{id}/curve'>;
export type Certificate = NonNullable<RunDetail['certificate']>;
