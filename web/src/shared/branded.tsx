import { MantineThemeProvider, mergeMantineTheme, useMantineTheme } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'
import { useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { accentOf } from '../../../server/src/shared/accent.ts'
import type { Accent } from '../../../server/src/shared/accent.ts'

const BRAND = 'brand'

/** Gives all of the pages the wholesaler's colour, as `#rrggbb`. */
export function Branded({ colour, children }: { colour: string; children: ReactNode }) {
  const outer = useMantineTheme()
  const theme = useMemo(() => {
    const shades = Array<string>(10).fill(accentOf(colour).filled.light) as unknown as MantineColorsTuple
    return mergeMantineTheme(outer, { primaryColor: BRAND, colors: { [BRAND]: shades } })
  }, [outer, colour])
  // The theme alone would choose the texts for this colour, and leave the grounds as they are.
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const variables = accentVariables(accentOf(colour))
    for (const [name, value] of Object.entries(variables)) root.setProperty(name, value)
    // Another page of the application may have no wholesaler's colour.
    return () => Object.keys(variables).forEach((name) => root.removeProperty(name))
  }, [colour])
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

function schemes({ light, dark }: { light: string; dark: string }): string {
  return `light-dark(${light}, ${dark})`
}
