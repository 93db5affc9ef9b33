/** The wallet of each network as the executor last read it, and what was paid in and out. */
import type { Database as Schema } from '@platform/db';
import type { Transfer, WalletReading } from '@platform/risk-rules';
import { type Kysely, sql } from 'kysely';
import { groupBy } from '../../domain/group-by';
import type { OpenPosition } from '../../domain/marked-equity';

interface AccountRow {
  readonly network: string;
  readonly equity: number | null;
  readonly read_at_ms: number;
}

export class WalletReader {
  constructor(private readonly db: Kysely<Schema>) {}

  async read(positions: readonly OpenPosition[]): Promise<WalletReading[]> {
    const accounts = await this.accounts();
    if (accounts.length === 0) return [];
    const transfers = await this.transfers();
    return accounts.map(({ network, equity, read_at_ms }) => ({
      network,
      readAtMs: read_at_ms,
      equityUsd: equity,
      transfers: transfers.get(network) ?? [],
      hasOpenPosition: positions.some((position) => position.network === network && position.qty !== 0),
    }));
  }

  private async accounts(): Promise<AccountRow[]> {
    const { rows } = await sql<AccountRow>`
      SELECT network, (wallet_usd + unrealised_pnl_usd)::double precision AS equity,
        (extract(epoch FROM read_at) * 1000)::double precision AS read_at_ms
      FROM trading.accounts`.execute(this.db);
    return rows;
  }

  /** Those of coins that are not dollars have no value here: they count as what they did to the wallet. */
  private async transfers(): Promise<ReadonlyMap<string, readonly Transfer[]>> {
    const { rows } = await sql<Transfer & { readonly network: string }>`
      SELECT network, transfer_time::double precision AS "timeMs", amount::double precision AS "amountUsd"
      FROM trading.transfers WHERE asset IN ('USDT', 'USDC', 'FDUSD', 'BUSD')`.execute(this.db);
    return groupBy(rows, ({ network }) => network);
  }
}
