import { queryOptions } from '@tanstack/react-query'
import { api, LIVE_MS } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

/** The settings and the plan of the workspace. */
export function settingsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'settings'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/settings', { params: { path: { slug } }, signal })).data,
  })
}

/** Members and open invitations; owners only. */
export function peopleQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'people'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/people', { params: { path: { slug } }, signal })).data,
  })
}

/** The API keys, oldest first; owners only. */
export function keysQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'keys'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/keys', { params: { path: { slug } }, signal })).data,
  })
}

/** How orders are taken. */
export function orderSettingsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'settings', 'ordering'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/ordering', { params: { path: { slug } }, signal })).data,
  })
}

/** How the trade portal is set up. */
export function portalSettingsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'settings', 'portal'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/portal', { params: { path: { slug } }, signal })).data,
  })
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
  return queryOptions({
    queryKey: ['console', slug, 'mails', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/mails/{id}', { params: { path: { slug, id } }, signal })).data,
  })
}

export type CountedMails = { total: number; first: OutboxMail[] }
export type FailedMails = CountedMails & { waiting: CountedMails }

/** How many mails failed, or could not be sent yet, and the last ones. */
export function failedMailsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'mails', 'failed'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/mails/failed', { params: { path: { slug } }, signal })).data,
    refetchInterval: LIVE_MS,
  })
}

/** Who of the staff is mailed new orders. */
export function staffMailsQuery(slug: string) {
  return queryOptions({
    queryKey: ['console', slug, 'staff-mails'],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/staff-mails', { params: { path: { slug } }, signal })).data,
  })
}
