import { type StrictForeign, strictForeignApi } from '@trimtab/testing/foreign';
import { type Handler, serve } from './loopback.ts';

/** The calls that are extensions. The CLI tries them, and their absence is not a failure. */
export const extensions =
  /\/(outlook|logs|trade-off|explain|reliability|what-if|cost-savings\/nodes|views\/asts|views\/changes)\b/;

/**
 * A server of another vendor that answers 400 to everything that is optional for servers, with a list of what it
 * refused. `first` may answer instead of it.
 */
export async function serveForeign(world?: StrictForeign, first?: (request: Request) => ReturnType<Handler> | null) {
  const refused: string[] = [];
  const answer = strictForeignApi(world);
  const api = await serve(async (request) => {
    const response = await (first?.(request) ?? answer(request));
    const isExtension = extensions.test(request.url);
    if (response.status === 400 && !isExtension)
      refused.push(`${request.method} ${request.url}: ${await response.clone().text()}`);
    return response;
  });
  return { ...api, refused };
}
