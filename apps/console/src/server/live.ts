/**
 * The live hub of this process and the count of its feeds. On globalThis, since the development server
 * reloads modules at every change.
 */
import 'server-only';
import { consoleEnv } from './env';
import { LiveHub } from './live-hub';
import { StreamCount } from './stream-count';

const shared = globalThis as { consoleLiveHub?: LiveHub; consoleLiveStreams?: StreamCount };

export function liveHub(): LiveHub {
  const { managerSocketUrl, managerToken } = consoleEnv();
  shared.consoleLiveHub ??= new LiveHub({ socketUrl: managerSocketUrl, token: managerToken });
  return shared.consoleLiveHub;
}

export function liveStreams(): StreamCount {
  shared.consoleLiveStreams ??= new StreamCount();
  return shared.consoleLiveStreams;
}
