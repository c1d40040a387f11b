import { Page } from '../shared/page.tsx'
import { createQueryClient } from '../shared/query-client.ts'
import { render } from '../shared/root.tsx'

render(createQueryClient(), <Page title="Trade portal" description="The trade portal is not open yet." />)
