import { area, box, CARDBOARD, DARK, line, PAPER, round, STEEL } from './shapes.ts'
import type { Drawing } from './shapes.ts'

const TERRACOTTA = '#c4703f'
const REFLECTIVE = '#e8edf0'

export const sprayBottle: Drawing = () =>
  area('M66 22H124L132 40H112V60H88V44L66 40Z', '#d33f49') +
  line('M118 44L128 62', '#d33f49', 7) +
  area('M86 60H114C118 82 140 86 140 108V166Q140 176 130 176H70Q60 176 60 166V108C60 86 82 82 86 60Z', '#d9eef2') +
  box(68, 112, 64, 46, PAPER) +
  box(76, 122, 48, 8, '#d33f49') +
  box(76, 136, 32, 5, '#0003')

export const cloth: Drawing = (colour) =>
  area('M28 120L100 84L172 120L100 160Z', '#0002') +
  [26, 13, 0]
    .map((y) => area(`M28 ${90 + y}L100 ${54 + y}L172 ${90 + y}V${100 + y}L100 ${140 + y}L28 ${100 + y}Z`, colour))
    .join('') +
  line('M52 88L100 112L148 88M76 76L124 100', '#fff4', 2)

export const mopHead: Drawing = (colour) =>
  Array.from({ length: 13 }, (_, i) =>
    line(
      `M${82 + i * 3} 70C${70 + i * 5} 100 ${34 + i * 11} 120 ${30 + i * 11.6} ${170 - (i % 2) * 10}`,
      i % 2 ? '#f3f1ea' : '#ddd9cd',
      9,
    ),
  ).join('') +
  area('M72 36H128L122 78H78Z', colour) +
  box(86, 20, 28, 20, colour)

export const glove: Drawing = (colour) =>
  area(
    'M68 178V120L42 92C34 82 48 70 58 80L74 98V40C74 28 90 28 90 40V80V30C90 18 106 18 106 30V80V36C106 24 122 24 122 36V84V50C122 38 138 38 138 50V124L132 178Z',
    colour,
  ) +
  line('M68 162H134', '#fff4', 4) +
  line('M90 82V100M106 82V100M122 86V102', '#0003', 2)

export const refuseSack: Drawing = () =>
  area('M88 54C40 66 34 130 44 160Q50 176 70 174H132Q152 176 156 160C166 130 160 66 112 54Z', DARK) +
  area('M80 26L96 50H104L120 26L110 30L100 24L90 30Z', DARK) +
  box(90, 48, 20, 9, '#e0a13b') +
  line('M74 84C66 110 66 132 72 156M126 84C134 110 132 132 128 156', '#fff2', 4)

export const pot: Drawing = (colour) =>
  area('M52 74H148L134 166Q132 174 124 174H76Q68 174 66 166Z', colour) +
  box(42, 48, 116, 30, colour, 5) +
  round(100, 50, 52, '#5b3a26', 8)

export const hose: Drawing = () =>
  [70, 54, 38]
    .map(
      (radius) =>
        `<ellipse cx="100" cy="104" rx="${radius}" ry="${radius * 0.86}" fill="none" stroke="#3d8b4a" stroke-width="13"/><ellipse cx="100" cy="101" rx="${radius}" ry="${radius * 0.86}" fill="none" stroke="#f4d35e" stroke-width="2"/>`,
    )
    .join('') +
  line('M168 110C176 140 172 160 150 170', '#3d8b4a', 13) +
  box(128, 160, 26, 18, '#e07b2e')

export const wateringCan: Drawing = () =>
  line('M64 74C60 20 132 20 128 74', '#98a2ad', 9) +
  line('M126 140L182 62', STEEL, 13) +
  area('M168 44L196 66L186 76L160 56Z', '#98a2ad') +
  area('M44 74H132V174H44Z', STEEL) +
  round(88, 74, 44, '#98a2ad', 10) +
  line('M44 100H132M44 150H132', '#0003', 3)

export const canes: Drawing = () =>
  [70, 82, 94, 106, 118]
    .map(
      (x, i) =>
        line(`M${x} 18L${x + 8 - i * 2} 178`, i % 2 ? '#c7ab62' : '#d8c07c', 9) +
        line(`M${x - 3} 60H${x + 7}M${x} 112H${x + 9}`, '#0003', 2),
    )
    .join('') +
  box(64, 84, 70, 10, TERRACOTTA) +
  box(66, 134, 66, 10, TERRACOTTA)

export const vest: Drawing = (colour) =>
  area('M56 26L84 22L100 62L116 22L144 26L150 80V176H50V80Z', colour) +
  line('M100 62V176', '#0004', 3) +
  box(50, 108, 100, 15, REFLECTIVE, 0) +
  box(50, 142, 100, 15, REFLECTIVE, 0) +
  area('M62 25L74 24V108H62ZM126 24L138 25V108H126Z', REFLECTIVE)

export const boot: Drawing = () =>
  area('M62 24H122V108C136 120 178 122 178 150V160H58Z', '#8a5a33') +
  area('M140 122C164 126 178 134 178 160H138Z', '#6d4526') +
  box(54, 158, 126, 16, DARK, 5) +
  line('M94 44H122M94 62H122M94 80H122M98 98H124', '#f4e2b8', 5) +
  box(60, 22, 64, 13, DARK)

export const polo: Drawing = () =>
  area('M70 30L24 62L42 98L58 88V174H142V88L158 98L176 62L130 30L100 52Z', '#24507a') +
  area('M70 30L100 52L130 30L116 24H84Z', PAPER) +
  line('M100 52V90', '#0005', 3) +
  round(122, 92, 9, '#e0a13b')

export const carton: Drawing = () =>
  area('M24 78L100 104V178L24 146Z', '#b98b56') +
  area('M176 78L100 104V178L176 146Z', CARDBOARD) +
  area('M24 78L100 52L176 78L100 104Z', '#dbb785') +
  area('M60 65L138 92V108L124 98L46 72Z', '#efe0c4')

export const pallet: Drawing = () =>
  [50, 74, 98]
    .map((y) => area(`M${30 - (y - 50) / 3} ${y}H${170 + (y - 50) / 3}V${y + 14}H${30 - (y - 50) / 3}Z`, '#d2aa6d'))
    .join('') +
  [14, 86, 158].map((x) => box(x, 112, 28, 34, '#a9803f')).join('') +
  box(10, 144, 180, 14, '#c2975a', 1)
