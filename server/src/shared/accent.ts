/** What a colour of a wholesaler must look like: `#rrggbb`, in lower case. */
export const COLOUR = /^#[0-9a-f]{6}$/

/** One colour for each scheme. */
type Schemes = { light: string; dark: string }

/**
 * A colour as it is used on pages, documents and mails. `filled` is the ground of controls, with texts in `onFilled`;
 * `text` is for texts, `tint` for large soft grounds under them.
 */
export type Accent = ReturnType<typeof accentOf>

/** Black and white have the same contrast with this luminance: 4.58. */
const MIDDLE = 0.179
/** The luminance that keeps a control at 3:1 with the lightest and the darkest ground of a page. */
const CONTROL = { light: 0.26, dark: 0.17 }
/** The luminance that keeps a text at 4.5:1, also on the tint of any colour. */
const TEXT = { light: 0.12, dark: 0.55 }
/** The grounds of the pages, and how much of the colour is in a tint. */
const PAGE = { light: '#ffffff', dark: '#242424' }
const TINT = { rest: 0.1, hover: 0.15 }

/**
 * The wholesaler's colour, darkened or lightened just as much as contrast asks for: at least 4.5:1 for texts and 3:1
 * for controls (WCAG 2.2 AA).
 */
export function accentOf(colour: string) {
  const own = luminance(colour)
  const isDark = own <= MIDDLE
  const filled = {
    light: withLuminance(colour, Math.min(own, CONTROL.light)),
    dark: withLuminance(colour, Math.max(own, CONTROL.dark)),
  }
  const away = isDark ? '#000000' : '#ffffff'
  return {
    filled,
    hover: inSchemes((scheme) => mixed(filled[scheme], away, 0.12)),
    onFilled: isDark ? '#ffffff' : '#000000',
    text: {
      light: withLuminance(colour, Math.min(own, TEXT.light)),
      dark: withLuminance(colour, Math.max(own, TEXT.dark)),
    },
    tint: inSchemes((scheme) => mixed(PAGE[scheme], colour, TINT.rest)),
    tintHover: inSchemes((scheme) => mixed(PAGE[scheme], colour, TINT.hover)),
  }
}

function inSchemes(of: (scheme: keyof Schemes) => string): Schemes {
  return { light: of('light'), dark: of('dark') }
}

/** WCAG's contrast ratio of two colours: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG's relative luminance: 0 for black, 1 for white. */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map(toLinear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The colour mixed with black or white, as light mixes: so its luminance changes in proportion. */
function withLuminance(colour: string, wanted: number): string {
  const own = luminance(colour)
  const white = wanted > own ? (wanted - own) / (1 - own) : 0
  const rest = wanted > own ? 1 - white : wanted / (own || 1)
  return hex(channels(colour).map((channel) => fromLinear(toLinear(channel) * rest + white)))
}

/** As CSS mixes two colours. */
function mixed(colour: string, other: string, share: number): string {
  const others = channels(other)
  return hex(channels(colour).map((channel, i) => channel * (1 - share) + others[i]! * share))
}

/** Red, green and blue, from 0 to 1. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
}

function hex(parts: readonly number[]): string {
  const pairs = parts.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${pairs.join('')}`
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function fromLinear(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
