/** Charts as pages use them. The canvas library is loaded when a chart first stands on a page, not before. */
'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '../states';

export const CurveChart = dynamic(() => import('./curve-chart').then((module) => module.CurveChart), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full" />,
});
export const PriceChart = dynamic(() => import('./price-chart').then((module) => module.PriceChart), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full" />,
});
export { type HeatCell, HeatMap } from './heat-map';
export { Histogram } from './histogram';
