import { area, box, DARK, line, PAPER, round, STEEL } from './shapes.ts'
import type { Drawing } from './shapes.ts'

const GLASS = '#cfe3ee'

export const plate: Drawing = (colour) =>
  round(100, 104, 80, '#0002') +
  round(100, 100, 80, colour) +
  round(100, 100, 74, '#fff2') +
  round(100, 100, 52, '#0001') +
  round(100, 100, 50, colour)

export const bowl: Drawing = (colour) =>
  area('M24 86H176C176 140 140 168 126 168H74C60 168 24 140 24 86Z', colour) +
  round(100, 86, 76, colour, 20) +
  round(100, 88, 66, '#0004', 14)

export const mug: Drawing = (colour) =>
  line('M132 72C184 62 184 138 130 132', colour, 15) +
  area('M42 52H140V154C140 172 128 174 118 174H64C54 174 42 172 42 154Z', colour) +
  round(91, 52, 49, colour, 12) +
  round(91, 53, 41, '#5a3a22', 8)

export const platter: Drawing = () =>
  round(100, 108, 90, '#0002', 54) +
  round(100, 102, 90, '#b9a58a', 54) +
  round(100, 102, 70, '#cdbb9f', 38) +
  line('M52 96C80 82 120 82 148 96', '#fff5', 3)

export const stockpot: Drawing = () =>
  line('M40 96H20V116H40M160 96H180V116H160', '#8d959e', 8) +
  box(40, 70, 120, 104, STEEL, 8) +
  line('M40 92H160', '#0002', 2) +
  area('M34 70C34 46 166 46 166 70Z', STEEL) +
  box(30, 66, 140, 9, '#98a2ad', 4) +
  round(100, 44, 13, DARK, 8)

export const fryingPan: Drawing = () =>
  line('M128 92L188 40', DARK, 13) +
  line('M178 49L186 42', '#fff6', 4) +
  round(82, 112, 68, '#4b5158') +
  round(82, 112, 56, '#2f3338') +
  line('M46 96C52 80 66 70 84 68', '#fff3', 4)

export const choppingBoard: Drawing = (colour) =>
  area(
    'M38 40Q38 30 48 30H152Q162 30 162 40V160Q162 170 152 170H48Q38 170 38 160ZM82 42Q78 42 78 49T82 56H118Q122 56 122 49T118 42Z',
    colour,
  ) + line('M52 72H148V156H52Z', '#0002', 3)

export const gastronorm: Drawing = () =>
  area('M14 62H186L172 150Q171 158 164 158H36Q29 158 28 150Z', STEEL) +
  area('M8 52H192V66H8Z', '#dfe5ea') +
  area('M22 56H178L172 64H28Z', '#8d959e')

export const casserole: Drawing = () =>
  line('M32 106H14V120H34M168 106H186V120H166', '#8b2b25', 9) +
  area('M30 92H170V136C170 160 150 166 134 166H66C50 166 30 160 30 136Z', '#b83a30') +
  area('M26 92C30 58 170 58 174 92Z', '#c8483d') +
  box(24, 88, 152, 9, '#8b2b25', 4) +
  box(86, 48, 28, 15, STEEL, 6)

export const flask: Drawing = (colour) =>
  box(78, 14, 44, 36, DARK, 8) +
  line('M86 24V42M100 24V42M114 24V42', '#fff3') +
  area('M76 50H124C126 66 140 66 140 84V166Q140 176 130 176H70Q60 176 60 166V84C60 66 74 66 76 50Z', colour) +
  line('M72 90V160', '#fff5', 5) +
  box(60, 162, 80, 6, '#0003', 0)

export const tumbler: Drawing = () =>
  area('M48 40H152L138 168Q137 174 130 174H70Q63 174 62 168Z', GLASS) +
  area('M54 90H146L138 166H62Z', '#9cc7dd') +
  round(100, 40, 52, '#e6f1f7', 9) +
  line('M68 52L78 156M100 54V160M132 52L122 156', '#fff9', 4)

export const pint: Drawing = () =>
  area('M56 26H144C152 70 126 112 128 172H72C74 112 48 70 56 26Z', '#e0a032') +
  area('M54 26H146L145 50H55Z', PAPER) +
  line('M66 62C70 90 84 116 82 164', '#fff7', 5) +
  round(100, 96, 20, PAPER) +
  `<text x="100" y="105" font-size="24" text-anchor="middle" font-family="sans-serif" font-weight="bold" fill="${DARK}">9</text>`
