import { LogController } from 'fastify'
import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { describeError, withoutQuoted } from '../lib/describe-error.ts'
import { routePattern, sentStatus } from './observe-request.ts'
import type { RequestObserver } from './observe-request.ts'

/** Levels at which each request is logged. */
const REQUEST_LEVELS = new Set<Config['logLevel']>(['info', 'debug', 'trace'])

/** Where log lines go: standard output, except in tests. */
export type LogStream = { write: (line: string) => void }

/** Logs JSON lines. The framework's own lines about requests are off: they hold whole URLs, search terms included. */
export function logOptions(
  level: Config['logLevel'],
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  if (level === 'silent') return { logger: false }
  return {
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    logger: {
      level,
      ...(stream && { stream }),
      serializers: { err: describeError, req: ({ method }) => ({ method }) },
      hooks: {
        logMethod([first, second], write) {
          write.call(this, ...withoutValues(first, second))
        },
      },
    },
  }
}

/** Removes quoted values from a line. Our own messages are fixed; those of the framework can quote a URL. */
function withoutValues(first: unknown, second: string | undefined): [details: object, message: string] {
  if (typeof first === 'string') return [{}, withoutQuoted(first)]
  const details = (first instanceof Error ? { err: first } : first) as { err?: Error }
  return [details, withoutQuoted(second ?? details.err?.message ?? '')]
}

/** Logs each request, at the levels that do so. */
export function requestLog(level: Config['logLevel']): RequestObserver[] {
  return REQUEST_LEVELS.has(level) ? [logRequest] : []
}

function logRequest(...[request, reply]: Parameters<RequestObserver>): ReturnType<RequestObserver> {
  return (milliseconds) => {
    const { method, workspace, caller } = request
    const status = sentStatus(reply)
    request.log.info(
      {
        method,
        route: routePattern(request),
        status,
        durationMs: Math.round(milliseconds * 10) / 10,
        workspaceId: workspace?.workspaceId,
        keyId: caller?.type === 'key' ? caller.id : undefined,
      },
      status === undefined ? 'request aborted' : 'request completed',
    )
  }
}
