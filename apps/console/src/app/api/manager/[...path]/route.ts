import { toManager } from '../../../../server/gateway';

async function handle(
  request: Request,
  { params }: { params: Promise<{ path: string[] }> },
): Promise<Response> {
  const { path } = await params;
  return toManager(request, `/${path.join('/')}`);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
