import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { formatDateTime } from '../../shared/dates.ts'
import { usePortal } from '../portal-context.tsx'
import styles from './shell.module.css'

/** What holds for everything on the page: offline, no orders now, the sample, the wholesaler's message. */
export function Notices() {
  const { slug, name, isSample, takesOrders, settings, waiting } = usePortal()
  const asOf = useAsOf()
  const isOnline = useSyncExternalStore(listenToConnection, () => onlineManager.isOnline())
  return (
    <div role="status" aria-label="Notices">
      {!isOnline && (
        <p className={styles.notice} data-kind="problem">
          {navigator.onLine ? 'The service cannot be reached.' : 'You are offline.'} {asOf} Changes and orders need a
          connection.
        </p>
      )}
      {!takesOrders && (
        <p className={styles.notice} data-kind="problem">
          Orders are not taken now.
        </p>
      )}
      {isSample && (
        <p className={styles.notice} data-kind="sample">
          {name} is a sample. Try anything: nothing is delivered, and nobody is charged.
        </p>
      )}
      {waiting > 0 && (
        <p className={styles.notice}>
          <Link className={styles.noticeLink!} to="/t/$slug/colleagues" params={{ slug }}>
            {waiting === 1
              ? 'A colleague asks you to approve an order.'
              : `${waiting} colleagues ask you to approve orders.`}
          </Link>
        </p>
      )}
      {settings.message && <p className={styles.notice}>{settings.message}</p>}
    </div>
  )
}

/** How old the oldest of what the page shows is. */
function useAsOf(): string {
  const { timezone } = usePortal()
  const shown = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['portal'], type: 'active' })
  const times = shown.flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []))
  return times.length === 0
    ? ''
    : `Prices and stock are as of ${formatDateTime(new Date(Math.min(...times)).toISOString(), timezone)}.`
}

const listenToConnection = (changed: () => void) => onlineManager.subscribe(changed)
