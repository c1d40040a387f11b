import { useDebouncedValue } from '@mantine/hooks'

/** A value once typing rests, and whether that is the present one. Values are compared by what is in them. */
export function useRested<T>(value: T, restMs = 250): { rested: T; isRested: boolean } {
  const text = JSON.stringify(value)
  const [restedText] = useDebouncedValue(text, restMs)
  return { rested: JSON.parse(restedText) as T, isRested: restedText === text }
}
