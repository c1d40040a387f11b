import { queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

/** The settings and the plan of the workspace. */
export function settingsQuery(slug: string) {
  return dataQuery(['console', slug, 'settings'], '/app-api/console/{slug}/settings', { path: { slug } })
}

/** Members and open invitations; owners only. */
export function peopleQuery(slug: string) {
  return dataQuery(['console', slug, 'people'], '/app-api/console/{slug}/people', { path: { slug } })
}

/** The API keys, oldest first; owners only. */
export function keysQuery(slug: string) {
  return dataQuery(['console', slug, 'keys'], '/app-api/console/{slug}/keys', { path: { slug } })
}

/** How orders are taken. */
export function orderSettingsQuery(slug: string) {
  return dataQuery(['console', slug, 'settings', 'ordering'], '/app-api/console/{slug}/ordering', { path: { slug } })
}

/** How the trade portal is set up. */
export function portalSettingsQuery(slug: string) {
  return dataQuery(['console', slug, 'settings', 'portal'], '/app-api/console/{slug}/portal', { path: { slug } })
}

export type OutboxMail = components['schemas']['OutboxMail']
export type MailStatus = OutboxMail['status']

export const MAIL_STATUSES: MailStatus[] = ['queued', 'sent', 'failed']

/** A page of the outbox, newest first; `before` is of the page before. */
export function mailsQuery(slug: string, { status, page }: { status?: string; page?: string }) {
  return queryOptions({
    queryKey: ['console', slug, 'mails', { status, page }],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/mails', {
        params: { path: { slug }, query: { status: MAIL_STATUSES.find((one) => one === status), before: page } },
        signal,
      }),
    refetchInterval: LIVE_MS,
    placeholderData: (previous) => previous,
  })
}

/** The subject as colleagues read it: without the wholesaler's name. */
export function ownSubject({ subject }: Pick<OutboxMail, 'subject'>, workspaceName: string): string {
  return subject.replace(` · ${workspaceName}`, '')
}

/** A mail with its text. */
export function mailQuery(slug: string, id: string) {
  return dataQuery(['console', slug, 'mails', id], '/app-api/console/{slug}/mails/{id}', { path: { slug, id } })
}

export type CountedMails = { total: number; first: OutboxMail[] }
export type FailedMails = CountedMails & { waiting: CountedMails }

/** How many mails failed, or could not be sent yet, and the last ones. */
export function failedMailsQuery(slug: string) {
  return dataQuery(
    ['console', slug, 'mails', 'failed'],
    '/app-api/console/{slug}/mails/failed',
    { path: { slug } },
    { refetchInterval: LIVE_MS },
  )
}

/** Who of the staff is mailed new orders. */
export function staffMailsQuery(slug: string) {
  return dataQuery(['console', slug, 'staff-mails'], '/app-api/console/{slug}/staff-mails', { path: { slug } })
}
