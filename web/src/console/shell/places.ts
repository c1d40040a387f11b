import {
  IconActivity,
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

/** The places of the navigation, in its order. `shortcut` is pressed key by key, outside of fields. */
export const PLACES = [
  { label: 'Home', to: '/w/$slug', icon: IconHome, shortcut: 'G H' },
  { label: 'Products', to: '/w/$slug/products', icon: IconPackage, shortcut: 'G P' },
  { label: 'Price changes', to: '/w/$slug/price-changes', icon: IconTag, shortcut: 'G L' },
  { label: 'Customers', to: '/w/$slug/customers', icon: IconUsers, shortcut: 'G C' },
  { label: 'Price groups', to: '/w/$slug/groups', icon: IconStack2, shortcut: 'G G' },
  { label: 'Explain a price', to: '/w/$slug/prices', icon: IconListDetails, shortcut: 'G E' },
  { label: 'Orders', to: '/w/$slug/orders', icon: IconReceipt, shortcut: 'G O' },
  { label: 'Imports', to: '/w/$slug/imports', icon: IconFileImport, shortcut: 'G I' },
  { label: 'Activity', to: '/w/$slug/activity', icon: IconActivity, shortcut: 'G A' },
  { label: 'Settings', to: '/w/$slug/settings', icon: IconSettings, shortcut: 'G S' },
] as const

/** The tabs of "Settings", each a page. */
export const SETTINGS = [
  { label: 'Workspace', to: '/w/$slug/settings/workspace' },
  { label: 'People', to: '/w/$slug/settings/people' },
  { label: 'API keys', to: '/w/$slug/settings/keys' },
  { label: 'Ordering', to: '/w/$slug/settings/ordering' },
  { label: 'Trade portal', to: '/w/$slug/settings/portal' },
  { label: 'Mail', to: '/w/$slug/settings/mail' },
] as const
