import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'

/** The settings of the trade portal, which does not exist yet. */
export function PortalPage() {
  return (
    <Page title="Trade portal">
      <Empty title="The trade portal is not open yet">
        There, buyers will see their products at their own prices, and order them. Until then, invite buyers on the page
        of their customer: their e-mail addresses are ready when it opens.
      </Empty>
    </Page>
  )
}
