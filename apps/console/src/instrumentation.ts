/** Runs once before the server takes requests. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] === 'nodejs') {
    const { refuseBadEnvironment } = await import('./server/start');
    refuseBadEnvironment();
  }
}
