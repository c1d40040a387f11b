import { useLocalStorage } from '@mantine/hooks'

/** How tall the rows of lists are. */
export const DENSITIES = ['compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

/** The density of all lists, kept in the browser. */
export function useDensity() {
  return useLocalStorage<Density>({ key: 'density', defaultValue: 'compact', getInitialValueInEffect: false })
}
