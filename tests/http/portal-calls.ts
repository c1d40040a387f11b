import type { TestService } from '../service.ts'

/** All calls of the portal, from the OpenAPI document of the pages, with these ids; `id` for those that are not named. */
export function portalCalls(
  service: TestService,
  ids: Record<string, string> & { id: string },
): { method: string; path: string; writes: boolean }[] {
  const document = service.app.appApi() as { paths: Record<string, Record<string, { 'x-writes'?: boolean }>> }
  const prefix = '/app-api/portal/{slug}'
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(prefix))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.slice(prefix.length).replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ids.id),
        writes: operation['x-writes'] === true,
      })),
    )
}
