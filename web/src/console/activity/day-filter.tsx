import { useState } from 'react'
import { DateInput } from '../../shared/date-input.tsx'
import { isDay } from '../../../../server/src/shared/day-and-time.ts'
import { useSearchParam } from '../../shared/search-params.ts'

/** A day in the address, as `2027-01-05`. What is typed goes there once it is a day. */
export function DayFilter({ label, param }: { label: string; param: string }) {
  const [value, change] = useSearchParam(param)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? value
  const type = (next: string) => {
    const isComplete = next === '' || isDay(next)
    setTyped(isComplete ? null : next)
    if (isComplete) change(next === '' ? null : next)
  }
  return <DateInput label={label} value={text} onChange={type} w={{ base: '100%', xs: 170 }} />
}
