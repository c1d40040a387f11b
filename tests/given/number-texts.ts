/** What a text says as an amount in GBP and in JPY, in minor units, in basis points, and as a quantity. */
export type NumberText = {
  text: string
  GBP: number | null
  JPY: number | null
  percent: number | null
  qty: number | null
}

/** Texts, and what each says: GBP, JPY, percent, quantity. A dash is for what is refused. */
const SAID = String.raw`
5               500 5 500 5
0               0 0 - -
007             700 7 700 7
100             10000 100 10000 100
1234            123400 1234 - 1234
1000000         100000000 1000000 - 1000000
1000001         100000100 1000001 - -
12.50           1250 - 1250 -
12.5            1250 - 1250 -
12.00           1200 12 1200 12
12.0            1200 12 1200 12
.5              50 - 50 -
0.05            5 - 5 -
00.5            50 - 50 -
0.01            1 - 1 -
100.01          10001 - - -
12,50           1250 - 1250 -
12,5            1250 - 1250 -
12,00           1200 12 1200 12
0,05            5 - 5 -
,5              50 - 50 -
0,500           50 - 50 -
1234,5          123450 - - -
1,234           - 1234 - 1234
1,000           - 1000 - 1000
123,456         - 123456 - 123456
12.340          - - 1234 -
1.000           - - 100 -
1,234.50        123450 - - -
1.234,50        123450 - - -
1.234,5         123450 - - -
1,234.00        123400 1234 - 1234
1.234,00        123400 1234 - 1234
1,234,567       123456700 1234567 - -
1.234.567       123456700 1234567 - -
123,456,7       - - - -
12,34,567.00    123456700 1234567 - -
1_234           123400 1234 - 1234
1_234,5         123450 - - -
1_234.50        123450 - - -
1\u202f234,50   123450 - - -
1\u00a0234      123400 1234 - 1234
1\u2009234      123400 1234 - 1234
1'234.50        123450 - - -
1’234           123400 1234 - 1234
1_234_567       123456700 1234567 - -
£12.50          1250 - - -
£_1,234.50      123450 - - -
12.50_£         1250 - - -
GBP_12.50       1250 - - -
12.50GBP        1250 - - -
£5_GBP          500 - - -
¥5              - 5 - -
JPY_1,234       - 1234 - -
￥５            - 5 - -
5%              - - 500 -
12.5_%          - - 1250 -
12,5_%          - - 1250 -
５％            - - 500 -
100%            - - 10000 -
0.5%            - - 50 -
１２．５０      1250 - 1250 -
１，２３４      - 1234 - 1234
\u200b5         500 5 500 5
12,-            1200 12 1200 12
`

const REFUSED = `
12. 12, . , 12.345 27.593 1.234 0,125 0.001 1234,567 1.234,567 1,234.567 12.345,678.90 1,234,50 1,23.45 12,34,5 1.2.3
1,2,3 12_34 1_2 1_234_56 1..5 1,,5 99999999999999999 -5 −5 –5 5- (5) (12.50) £-5 -£5 -_5 £(5) +5 € €5 $5 5_EUR gbp_5 £
5_p % %5 5%% 0% 101% 5_percent 1e3 1E+11 1.5e2 0x10 Infinity NaN null abc POA 1/2 ½ 5² ⑤ ٥ १२ 1;5 1:30 5_each x5 5x #5
1\`234 O5 5O A-5 2027-01-05
`

/** Texts, each as it is, with spaces around it, and in full-width digits. An underscore stands for a space. */
export const NUMBER_TEXTS: NumberText[] = [
  ...SAID.trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/) as [string, string, string, string, string]),
  ...REFUSED.trim()
    .split(/\s+/)
    .map((text) => [text, '-', '-', '-', '-'] as const),
].flatMap(([written, ...said]) => {
  const text = written
    .replaceAll('_', ' ')
    .replaceAll(/\\u(\w{4})/g, (_, code) => String.fromCodePoint(parseInt(code, 16)))
  const [GBP, JPY, percent, qty] = said.map((value) => (value === '-' ? null : Number(value))) as [number, ...number[]]
  const wide = text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  return [text, `\u00a0${text} `, wide].map((text) => ({ text, GBP, JPY: JPY!, percent: percent!, qty: qty! }))
})
