import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { usePaletteActions, usePaletteSearch } from '../../shared/palette.tsx'
import { signOut } from '../../shared/sign-out.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Act } from '../workspace-context.tsx'
import { find } from './find.ts'
import { PLACES, SETTINGS } from './places.ts'

/** Acts that begin on another page: the page, and the dialog that it opens. */
const ACTS = [
  { label: 'Add product', to: '/w/$slug/products', dialog: 'add', needs: 'write' },
  { label: 'New price change', to: '/w/$slug/price-changes', dialog: 'new', needs: 'write' },
  { label: 'Add customer', to: '/w/$slug/customers', dialog: 'add-customer', needs: 'write' },
  { label: 'Place an order', to: '/w/$slug/orders', dialog: 'place', needs: 'write' },
  { label: 'Invite', to: '/w/$slug/settings/people', dialog: 'invite', needs: 'own' },
  { label: 'Create key', to: '/w/$slug/settings/keys', dialog: 'create', needs: 'makeKeys' },
] as const satisfies { label: string; to: string; dialog: string; needs: Act }[]

/** What the palette offers on every page: all places, what can be begun, and whatever is found by its name or code. */
export function usePaletteEntries(): void {
  const { slug, reasonNot } = useWorkspace()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const params = { slug }
  usePaletteActions([
    ...[...PLACES, ...SETTINGS].map((place) => ({
      id: place.to,
      label: place.label,
      group: 'Go to',
      ...('shortcut' in place && { shortcut: place.shortcut }),
      run: () => void navigate({ to: place.to, params }),
    })),
    ...ACTS.map(({ label, to, dialog, needs }) => ({
      id: label,
      label,
      group: 'Do',
      disabledReason: reasonNot(needs),
      run: () => void navigate({ to, params, search: { dialog } }),
    })),
    { id: 'account', label: 'Your account', group: 'Go to', run: () => void navigate({ to: '/account' }) },
    { id: 'light', label: 'Light theme', group: 'Do', run: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', group: 'Do', run: () => setColorScheme('dark') },
    { id: 'system', label: 'Theme of the system', group: 'Do', run: () => setColorScheme('auto') },
    { id: 'sign-out', label: 'Sign out', group: 'Do', run: () => void signOut('/sign-in') },
  ])
  usePaletteSearch('workspace', async (text, signal) => {
    const found = await find(slug, text, signal)
    return found.map(({ to, ...entry }) => ({
      ...entry,
      run: () => void navigate({ to, params: { slug, id: entry.id } }),
    }))
  })
}
