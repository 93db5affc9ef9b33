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

  /**
   * What the executor could not convert yet has no value here, and counts as what it did to the wallet; of
   * dollars it needs no price.
   */
  private async transfers(): Promise<ReadonlyMap<string, readonly Transfer[]>> {
    const { rows } = await sql<Transfer & { readonly network: string }>`
      SELECT network, transfer_time::double precision AS "timeMs", usd::double precision AS "amountUsd"
      FROM (SELECT network, transfer_time, coalesce(amount_usd,
        CASE WHEN asset IN ('USDT', 'USDC', 'FDUSD', 'BUSD') THEN amount END) AS usd FROM trading.transfers) valued
      WHERE usd IS NOT NULL`.execute(this.db);
    return groupBy(rows, ({ network }) => network);
  }
}
