type Place = { name: string; lines: string[]; postcode: string | null; city: string | null; country: string | null }

/** An address on one line. */
export function addressInWords({ name, ...place }: Place): string {
  return `${name}, ${streetInWords(place)}`
}

/** Postcodes that are written after the town: those of Britain, Ireland and Canada begin with letters and a digit. */
const AFTER_TOWN = /^[A-Z]{1,2}\d/i

/** The same without its name. */
export function streetInWords({ lines, postcode, city, country }: Omit<Place, 'name'>): string {
  const town = postcode && AFTER_TOWN.test(postcode) ? [city, postcode] : [postcode, city]
  return [...lines, town.filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

/** A day, 2026-12-01, as "Tuesday, 1 December 2026". */
export function dayInWords(day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', options)
}
