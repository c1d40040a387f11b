declare module 'subset-font' {
  type Options = { keepAllGlyphs: true; targetFormat: 'truetype'; variationAxes: { wght: number } }
  /** Its own types do not know all options. `text`: undefined where all glyphs are kept. */
  export default function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>
}
