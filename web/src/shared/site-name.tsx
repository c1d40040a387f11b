import { createContext, use } from 'react'

/** What stands behind the name of a page in its title: the workspace's name, or the product's outside a workspace. */
const SiteName = createContext('Trade Catalogue')

export const SiteNameProvider = SiteName.Provider

export function useSiteName(): string {
  return use(SiteName)
}
