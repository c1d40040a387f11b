import './styles.ts'
import { createQueryClient } from '../shared/query-client.ts'
import { render } from '../shared/root.tsx'
import { Invitation } from './invitation.tsx'

// Without the router and the pages of the console: who is invited has none of it, and may have a slow connection.
render(createQueryClient(), <Invitation token={location.pathname.split('/')[2]!} />)
