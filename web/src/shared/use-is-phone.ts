import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is narrower than Mantine's `sm`. Paper never is. */
export function useIsPhone(): boolean {
  return useMediaQuery('screen and (max-width: 47.99em)', false, { getInitialValueInEffect: false })
}
