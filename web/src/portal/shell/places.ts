import {
  IconBolt,
  IconFileSpreadsheet,
  IconListCheck,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconShoppingCart,
} from '@tabler/icons-react'

export const CATALOGUE = '/t/$slug'
/** The home of those who have ordered before. Nobody else is shown it. */
export const USUAL = '/t/$slug/usual'

/** The places of the navigation, in its order. */
export const PLACES = [
  { label: 'Usual', to: USUAL, icon: IconRepeat },
  { label: 'Catalogue', to: CATALOGUE, icon: IconPackage },
  { label: 'Quick order', to: '/t/$slug/quick-order', icon: IconBolt },
  { label: 'Saved lists', to: '/t/$slug/lists', icon: IconListCheck },
  { label: 'Your orders', to: '/t/$slug/orders', icon: IconReceipt },
  { label: 'Price list', to: '/t/$slug/price-list', icon: IconFileSpreadsheet },
  { label: 'Basket', to: '/t/$slug/basket', icon: IconShoppingCart },
] as const

/** The places of the account menu, which are seldom needed. */
export const OWN_PLACES = [
  { label: 'Colleagues', to: '/t/$slug/colleagues' },
  { label: 'Mails', to: '/t/$slug/mails' },
] as const
