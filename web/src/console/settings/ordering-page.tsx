import { useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { OrderingForm } from './ordering-form.tsx'
import { orderSettingsQuery } from './settings-queries.ts'

/** How orders are taken, whoever places them. */
export function OrderingPage() {
  const { slug } = useWorkspace()
  const { data: settings } = useSuspenseQuery(orderSettingsQuery(slug))
  return (
    <Page
      title="Ordering"
      description="For every order, from the trade portal or by staff. Placed orders keep what they had."
    >
      {/* Its own form for each state that it was opened with. */}
      <OrderingForm key={settings.version} settings={settings} />
    </Page>
  )
}
