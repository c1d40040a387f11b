/** The picture of a product: SVG elements on a square of 200 by 200, in a colour. */
export type Drawing = (colour: string) => string

export const STEEL = '#c3cad2'
export const BRASS = '#d3a94f'
export const DARK = '#3a3f47'
export const PAPER = '#fbfbf9'
export const CARDBOARD = '#c99f6a'
/** What is behind a product, and seen through its holes. */
export const BACKGROUND = '#eef0f3'

/** Light from the upper left falls on each filled shape. */
const DEFINITIONS = `<linearGradient id="light" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".38"/>
  <stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/>
  </linearGradient>`

/** A whole SVG document, `pixels` wide and high. */
export function svgOf(drawing: Drawing, colour: string, pixels: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="${pixels}" height="${pixels}">
    <defs>${DEFINITIONS}</defs><rect width="200" height="200" fill="${BACKGROUND}"/>
    <ellipse cx="100" cy="178" rx="66" ry="7" fill="#000" opacity=".08"/>${drawing(colour)}</svg>`
}

function lit(element: string, fill: string): string {
  return `<${element} fill="${fill}"/><${element} fill="url(#light)"/>`
}

export function area(path: string, fill: string): string {
  return lit(`path fill-rule="evenodd" d="${path}"`, fill)
}

export function box(x: number, y: number, width: number, height: number, fill: string, radius = 3): string {
  return lit(`rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`, fill)
}

/** A circle, or with two radii an ellipse. */
export function round(x: number, y: number, radius: number, fill: string, radiusY = radius): string {
  return lit(`ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radiusY}"`, fill)
}

export function line(path: string, stroke: string, width = 3): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Slanting lines, one each `step` from x to `to`. */
export function thread(x: number, to: number, top: number, bottom: number, step = 7): string {
  const count = Math.floor((to - x) / step) + 1
  const lines = Array.from({ length: count }, (_, i) => `M${x + i * step + 4} ${top}L${x + i * step} ${bottom}`)
  return line(lines.join(''), '#0005', 2)
}

export function turned(degrees: number, shapes: string): string {
  return `<g transform="rotate(${degrees} 100 100)">${shapes}</g>`
}
