/** The fonts that a wholesaler can choose from, all of them bundled. `system` is the one of each machine. */
export const FONTS = {
  system: 'System',
  inter: 'Inter',
  montserrat: 'Montserrat',
  'atkinson-hyperlegible': 'Atkinson Hyperlegible',
  lora: 'Lora',
} as const

export type Font = keyof typeof FONTS

export const FONT_KEYS = Object.keys(FONTS) as Font[]
