import {
  IconActivity,
  IconFileDollar,
  IconFileImport,
  IconHome,
  IconListDetails,
  IconPackage,
  IconReceipt,
  IconSettings,
  IconStack2,
  IconTag,
  IconUsers,
} from '@tabler/icons-react'

/**
 * The places of the navigation, in its order. `shortcut` is pressed key by key, outside of fields. `needs` is the right
 * without which one has nothing to do there: the place is not shown. `all`: it is not for who is held to own customers.
 */
export const PLACES = [
  { label: 'Home', to: '/w/$slug', icon: IconHome, needs: 'read', shortcut: 'G H' },
  { label: 'Products', to: '/w/$slug/products', icon: IconPackage, needs: 'read', shortcut: 'G P' },
  { label: 'Price changes', to: '/w/$slug/price-changes', icon: IconTag, needs: 'all', shortcut: 'G L' },
  { label: 'Customers', to: '/w/$slug/customers', icon: IconUsers, needs: 'read', shortcut: 'G C' },
  { label: 'Price groups', to: '/w/$slug/groups', icon: IconStack2, needs: 'all', shortcut: 'G G' },
  { label: 'Explain a price', to: '/w/$slug/prices', icon: IconListDetails, needs: 'read', shortcut: 'G E' },
  { label: 'Orders', to: '/w/$slug/orders', icon: IconReceipt, needs: 'read', shortcut: 'G O' },
  { label: 'Quotes', to: '/w/$slug/quotes', icon: IconFileDollar, needs: 'read', shortcut: 'G Q' },
  { label: 'Imports', to: '/w/$slug/imports', icon: IconFileImport, needs: 'imports', shortcut: 'G I' },
  { label: 'Activity', to: '/w/$slug/activity', icon: IconActivity, needs: 'all', shortcut: 'G A' },
  { label: 'Settings', to: '/w/$slug/settings', icon: IconSettings, needs: 'read', shortcut: 'G S' },
] as const

/** The tabs of "Settings", each a page. `needs` as above. */
export const SETTINGS = [
  { label: 'Workspace', to: '/w/$slug/settings/workspace', needs: 'read' },
  { label: 'People', to: '/w/$slug/settings/people', needs: 'people' },
  { label: 'API keys', to: '/w/$slug/settings/keys', needs: 'keys' },
  { label: 'Ordering', to: '/w/$slug/settings/ordering', needs: 'read' },
  { label: 'Trade portal', to: '/w/$slug/settings/portal', needs: 'read' },
  { label: 'Mail', to: '/w/$slug/settings/mail', needs: 'read' },
] as const
