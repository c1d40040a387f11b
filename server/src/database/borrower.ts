import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * On whose account connections are borrowed: a workspace's id, while one of its requests is answered. Outside of that,
 * and for work that has been bounded otherwise, nobody's.
 */
export const borrower = new AsyncLocalStorage<string | undefined>()
