/** Names and codes as people sort them: "M10×30" before "M10×100". Upper case and accents do not count. */
export const naturalOrder: (a: string, b: string) => number = new Intl.Collator('en', {
  numeric: true,
  sensitivity: 'base',
}).compare
