import { createContext, use } from 'react'

/** Where a page is, for its title: the workspace's name, or the product's outside a workspace. */
const Place = createContext('Trade Catalogue')

export const PlaceProvider = Place.Provider

export function usePlace(): string {
  return use(Place)
}
