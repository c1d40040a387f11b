import { area, box, BRASS, DARK, line, PAPER, round, STEEL, turned } from './shapes.ts'
import type { Drawing } from './shapes.ts'

const COPPER = '#c9774a'

/** The nut of a compression fitting, around a pipe that lies. */
const nut = (x: number, y: number) =>
  box(x, y, 26, 60, BRASS, 5) + line(`M${x + 3} ${y + 20}H${x + 23}M${x + 3} ${y + 40}H${x + 23}`, '#0004', 2)
const bottomNut = box(70, 138, 60, 26, BRASS, 5) + line('M90 141V161M110 141V161', '#0004', 2)

export const elbow: Drawing = () =>
  area('M34 78H84C112 78 122 90 122 116V140H78V122H34Z', BRASS) + nut(24, 70) + bottomNut

export const coupler: Drawing = () =>
  turned(-25, box(52, 78, 96, 44, BRASS) + box(88, 72, 24, 56, BRASS) + nut(28, 70) + nut(146, 70))

export const tee: Drawing = () =>
  box(50, 56, 100, 44, BRASS) + box(78, 96, 44, 50, BRASS) + nut(26, 48) + nut(148, 48) + bottomNut

export const copperTube: Drawing = () =>
  turned(-35, [70, 94, 118].map((y) => box(6, y, 184, 20, COPPER) + round(190, y + 10, 5, '#7a4327', 10)).join(''))

export const pushFit: Drawing = () =>
  turned(
    -25,
    box(40, 74, 120, 52, PAPER, 8) +
      [30, 144].map((x) => box(x, 68, 26, 64, '#d5dade', 8)).join('') +
      box(94, 74, 12, 52, '#c9cfd5'),
  )

export const isolatingValve: Drawing = () =>
  box(58, 84, 84, 36, STEEL) +
  round(100, 92, 26, STEEL) +
  line('M88 92H112', DARK, 6) +
  [30, 144]
    .map((x) => box(x, 74, 28, 56, STEEL, 5) + line(`M${x + 3} 93H${x + 25}M${x + 3} 112H${x + 25}`, '#0003', 2))
    .join('')

export const radiatorValve: Drawing = (colour) =>
  box(62, 22, 76, 84, colour, 14) +
  line('M78 34V90M92 34V90M106 34V90M120 34V90', '#0002', 4) +
  box(76, 104, 48, 16, STEEL) +
  area('M84 120H116V134H168V164H84Z', STEEL) +
  box(150, 126, 18, 46, STEEL)

export const lamp: Drawing = (colour) =>
  area('M100 22C144 22 156 58 148 82C142 100 132 108 130 124H70C68 108 58 100 52 82C44 58 56 22 100 22Z', colour) +
  box(72, 124, 56, 14, PAPER) +
  area('M78 138H122V160L112 172H88L78 160Z', STEEL) +
  line('M78 146H122M78 154H122', '#0004', 2)

export const batten: Drawing = () =>
  turned(
    -20,
    box(10, 84, 180, 16, STEEL) +
      box(10, 98, 180, 22, '#fffdf0', 10) +
      box(8, 84, 10, 36, '#b5bcc4') +
      box(182, 84, 10, 36, '#b5bcc4'),
  )

export const downlight: Drawing = (colour) =>
  round(100, 100, 70, colour) +
  round(100, 100, 50, DARK) +
  round(100, 100, 42, '#fff6cf') +
  round(100, 100, 16, '#ffe79a')

export const extensionLead: Drawing = () =>
  line('M34 60C10 30 80 16 96 40S150 30 152 70', PAPER, 9) +
  turned(
    -8,
    box(22, 78, 156, 54, PAPER, 10) +
      [40, 74, 108, 142]
        .map(
          (x) =>
            round(x + 8, 104, 15, '#dfe3e8') +
            box(x + 5, 95, 6, 8, DARK, 1) +
            box(x, 106, 6, 4, DARK, 1) +
            box(x + 10, 106, 6, 4, DARK, 1),
        )
        .join(''),
  ) +
  box(138, 62, 30, 24, PAPER)
