import { MantineThemeProvider, mergeMantineTheme, useMantineTheme } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'
import { useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { accentOf } from '../../../server/src/shared/accent.ts'
import type { Accent } from '../../../server/src/shared/accent.ts'
import { FONTS } from '../../../server/src/shared/fonts.ts'
import type { Font } from '../../../server/src/shared/fonts.ts'
import type { components } from '../shared/app-api.d.ts'

type Look = Pick<components['schemas']['PortalSettings'], 'colour' | 'secondColour' | 'font'>

const BRAND = 'brand'

/** Each is fetched where it is chosen. Until it is here, texts have the font of the machine. */
const LOAD_FONT: Record<Exclude<Font, 'system'>, () => Promise<unknown>> = {
  inter: () => import('./fonts/inter.ts'),
  montserrat: () => import('./fonts/montserrat.ts'),
  'atkinson-hyperlegible': () => import('./fonts/atkinson-hyperlegible.ts'),
  lora: () => import('./fonts/lora.ts'),
}

/** Gives all of the pages the wholesaler's colours and font. */
export function Branded({ look: { colour, secondColour, font }, children }: { look: Look; children: ReactNode }) {
  const outer = useMantineTheme()
  const theme = useMemo(() => {
    const shades = Array<string>(10).fill(accentOf(colour).filled.light) as unknown as MantineColorsTuple
    return mergeMantineTheme(outer, { primaryColor: BRAND, colors: { [BRAND]: shades } })
  }, [outer, colour])
  // The theme alone would choose the texts for this colour, and leave the grounds as they are.
  useLayoutEffect(() => {
    setVariables({ ...accentVariables(accentOf(colour)), ...secondVariables(accentOf(secondColour ?? colour)) })
  }, [colour, secondColour])
  useLayoutEffect(() => {
    if (font === 'system') return
    const family = `'${FONTS[font]}', ${outer.fontFamily}`
    setVariables({ '--mantine-font-family': family, '--mantine-font-family-headings': family })
    // Without a connection, the pages have the font of the machine.
    LOAD_FONT[font]().catch(() => undefined)
  }, [font, outer.fontFamily])
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}

/** Mantine knows one colour by its name, and as the primary one. */
function accentVariables({ filled, hover, onFilled, text, tint, tintHover }: Accent): Record<string, string> {
  const parts = {
    filled: schemes(filled),
    'filled-hover': schemes(hover),
    light: schemes(tint),
    'light-hover': schemes(tintHover),
    'light-color': schemes(text),
    outline: schemes(text),
    'outline-hover': schemes(tint),
    text: schemes(text),
  }
  return {
    ...Object.fromEntries(
      Object.entries(parts).flatMap(([part, value]) => [
        [`--mantine-color-${BRAND}-${part}`, value],
        [`--mantine-primary-color-${part}`, value],
      ]),
    ),
    '--mantine-primary-color-contrast': onFilled,
    '--mantine-color-anchor': schemes(text),
  }
}

function secondVariables({ filled, onFilled, text, tint }: Accent): Record<string, string> {
  return {
    '--second-color-filled': schemes(filled),
    '--second-color-contrast': onFilled,
    '--second-color-tint': schemes(tint),
    '--second-color-text': schemes(text),
  }
}

function schemes({ light, dark }: { light: string; dark: string }): string {
  return `light-dark(${light}, ${dark})`
}

function setVariables(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value)
}
