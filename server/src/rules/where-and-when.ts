type Place = { name: string; lines: string[]; postcode: string | null; city: string | null; country: string | null }

/** An address on one line. */
export function addressInWords({ name, ...place }: Place): string {
  return `${name}, ${streetInWords(place)}`
}

/** The same without its name. */
export function streetInWords({ lines, postcode, city, country }: Omit<Place, 'name'>): string {
  return [...lines, [postcode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

/** A day, 2026-12-01, as "Tuesday, 1 December 2026". */
export function dayInWords(day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', options)
}
