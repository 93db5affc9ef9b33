import type { Home } from '../home';
import type { NatsServerBinary } from '../nats/binary';
import type { Ports } from '../ports';
import type { Account } from '../postgres/account';
import type { PostgresBinaries } from '../postgres/binaries';
import type { Secrets } from '../secrets';
import type { Venue } from '../venue-choice';

/** Everything the processes of one stack are described from. */
export interface StackContext {
  readonly home: Home;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly venue: Venue;
  /** The launcher's own environment, from which each service gets only what is its own. */
  readonly environment: NodeJS.ProcessEnv;
}

/** What a start needs besides: programs and places that had to be found or made. */
export interface PreparedContext extends StackContext {
  readonly account: Account | undefined;
  readonly postgres: PostgresBinaries;
  readonly postgresData: string;
  readonly nats: NatsServerBinary;
}
