import { area, BACKGROUND, box, BRASS, DARK, line, round, STEEL, thread, turned } from './shapes.ts'
import type { Drawing } from './shapes.ts'

const RED = '#c8402f'

export const spanner: Drawing = () =>
  turned(
    -40,
    area('M10 80L34 72L60 88H146V112H60L34 128L10 120L30 110V90Z', STEEL) +
      round(160, 100, 28, STEEL) +
      round(160, 100, 15, BACKGROUND) +
      line('M72 100H128', '#0003', 6),
  )

export const screwdriver: Drawing = () =>
  turned(
    -40,
    box(84, 94, 90, 12, STEEL) +
      area('M174 94L188 97V103L174 106Z', DARK) +
      box(18, 80, 66, 40, RED, 14) +
      line('M34 90H70M34 100H70M34 110H70', DARK, 5),
  )

export const drillBit: Drawing = () =>
  turned(
    -40,
    box(18, 91, 56, 18, STEEL) +
      box(74, 87, 94, 26, '#98a2ad') +
      thread(78, 158, 87, 113, 15) +
      area('M168 84L186 100L168 116Z', DARK),
  )

export const hammer: Drawing = () =>
  turned(
    30,
    box(90, 56, 20, 128, '#e0a13b', 8) +
      box(90, 128, 20, 56, DARK, 8) +
      area('M48 30H64V36H112C136 36 150 50 160 66C140 58 126 62 112 64H64V70H48Z', STEEL),
  )

export const tapeMeasure: Drawing = () =>
  box(40, 50, 96, 100, '#f0b429', 26) +
  round(88, 98, 32, DARK) +
  round(88, 98, 20, '#f0b429') +
  box(128, 132, 56, 16, '#f7e9a8', 1) +
  line('M142 132V140M152 132V138M162 132V140M172 132V138', DARK, 2) +
  box(180, 130, 6, 26, STEEL)

export const toolStand: Drawing = () =>
  box(56, 22, 88, 24, RED) +
  box(60, 46, 80, 118, '#dfe3e8') +
  box(44, 160, 112, 12, DARK) +
  [62, 96, 130]
    .map(
      (y) =>
        line(`M72 ${y}H128`, '#9aa3ad') +
        [76, 92, 108, 124].map((x) => box(x - 3, y, 6, 22, x % 32 ? RED : STEEL)).join(''),
    )
    .join('')

export const padlock: Drawing = () =>
  line('M66 96V66A34 34 0 0 1 134 66V96', STEEL, 16) +
  box(46, 90, 108, 80, BRASS, 10) +
  round(100, 122, 11, DARK) +
  box(96, 124, 8, 26, DARK)

export const hinge: Drawing = (colour) =>
  box(36, 40, 58, 120, colour) +
  box(106, 40, 58, 120, colour) +
  box(92, 34, 16, 132, colour, 8) +
  line('M92 64H108M92 88H108M92 112H108M92 136H108', '#0005', 2) +
  [58, 84, 116, 142].map((y, i) => round(i % 2 ? 56 : 70, y, 6, DARK) + round(i % 2 ? 144 : 130, y, 6, DARK)).join('')

export const leverHandle: Drawing = (colour) =>
  round(58, 100, 36, colour) +
  round(58, 100, 27, colour) +
  area('M48 88H160C176 88 182 98 180 112C176 106 168 110 160 110H48Z', colour)

export const sashLock: Drawing = () =>
  box(40, 56, 100, 88, '#7d868f') +
  box(140, 24, 16, 152, STEEL) +
  box(156, 66, 18, 18, BRASS) +
  box(156, 108, 22, 26, STEEL) +
  round(88, 82, 13, DARK) +
  round(88, 116, 7, DARK) +
  box(85, 118, 6, 16, DARK)
