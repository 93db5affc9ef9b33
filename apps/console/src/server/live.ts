/** The one live hub of this process. On globalThis because the development server loads modules anew at every change. */
import 'server-only';
import { consoleEnv } from './env';
import { LiveHub } from './live-hub';

const shared = globalThis as { consoleLiveHub?: LiveHub };

export function liveHub(): LiveHub {
  const { managerSocketUrl, managerToken } = consoleEnv();
  shared.consoleLiveHub ??= new LiveHub({ socketUrl: managerSocketUrl, token: managerToken });
  return shared.consoleLiveHub;
}
