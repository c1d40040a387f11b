/** How the colours of products look. */
const COLOURS: Record<string, string> = {
  'satin nickel': '#bcb8b0',
  'polished brass': '#d8ae4c',
  white: '#f8f8f5',
  chrome: '#ccd4db',
  anthracite: '#4a4f55',
  'warm white': '#ffdf94',
  'cool white': '#e8f3ff',
  black: '#33373d',
  'brilliant white': '#fdfdfb',
  magnolia: '#f3e4c4',
  'pebble grey': '#b4b2aa',
  'chalk blue': '#a9c3d6',
  'slate black': '#3d4147',
  clear: '#dfe9ec',
  grey: '#a3a8ad',
  azure: '#3f86b5',
  oatmeal: '#d8c7a6',
  slate: '#5d6873',
  sage: '#9bb08d',
  red: '#cf4437',
  blue: '#3373b8',
  green: '#4a9b57',
  yellow: '#f2c53d',
  brown: '#8b5e3c',
  steel: '#c3cad2',
  midnight: '#26355a',
  sand: '#d9c29a',
  forest: '#2f5d46',
  coral: '#f0806a',
  natural: '#d9b48a',
  whitewash: '#efe9dd',
  orange: '#f08a24',
  fragile: '#d3463b',
}
const USUAL = '#c3cad2'

/** The colour of a product that comes in this colour, or in a size that begins with a colour, such as "red 6 mm". */
export function colourOf({ colour, size }: { colour: string; size: string }, usual = USUAL): string {
  return COLOURS[colour] ?? COLOURS[size.split(' ')[0]!] ?? usual
}
