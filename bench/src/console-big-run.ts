import { eventually } from '@platform/testkit';

/** A run of fifty thousand bars of a strategy that turns often, made through the manager as any other. */
export interface BigRun {
  readonly path: string;
  readonly equityPoints: number;
  readonly roundtrips: number;
}

interface Run {
  readonly status: string;
  readonly barCount: number | null;
  readonly performance: { readonly roundtripCount: number } | null;
}

const BARS = 50_000;
const MINUTE_MS = 60_000;

export async function bigRun(variables: Readonly<Record<string, string>>): Promise<BigRun> {
  const headers = {
    'content-type': 'application/json',
    'x-operator-token': variables['PLATFORM_MANAGER_OPERATOR_TOKEN']!,
  };
  const read = async <T>(path: string, init?: RequestInit) => {
    const answer = await fetch(`${variables['PLATFORM_MANAGER_URL']}${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const to_ts = Math.floor(Date.now() / MINUTE_MS - 60) * MINUTE_MS;
  const request = {
    strategy: 'rsi_mean_reversion',
    symbol: 'BTCUSDT',
    timeframe: '1m',
    params: { period: 2 },
    from_ts: to_ts - BARS * MINUTE_MS,
    to_ts,
    allow_partial_data: true,
  };
  const { run_id } = await read<{ run_id: string }>('/backtest', {
    method: 'POST',
    body: JSON.stringify(request),
  });
  const run = await eventually(async () => {
    const each = await read<Run>(`/runs/${run_id}`);
    return each.status === 'completed' || each.status === 'failed' ? each : false;
  });
  if (run.status === 'failed') throw new Error('the large run failed');
  return {
    path: `/runs/${run_id}`,
    equityPoints: run.barCount ?? 0,
    roundtrips: run.performance?.roundtripCount ?? 0,
  };
}
