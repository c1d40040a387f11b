/** How a customer orders through the year. */
export type Habit = {
  /** Account code. */
  customer: string
  /** E-mail of the buyer who orders. Without it, staff take the order. */
  buyer?: string
  /** `{n}` counts the orders. */
  poNumber?: string
  /** It orders on this day of the week, 1 is Monday, each `everyWeeks` weeks. */
  weekday: 1 | 2 | 3 | 4 | 5
  everyWeeks: number
  /** The usual quantity of each SKU. Most of them are in each order. */
  usual: Record<string, number>
  /** The months, 1 to 12, in which it orders twice as much. */
  season?: number[]
  /** How many weeks before the last ones it stopped to order; 0 if left out. */
  until?: number
}

export const HABITS: Habit[] = [
  {
    customer: 'CASTLE01',
    buyer: 'isobel@castlelane.example',
    weekday: 1,
    everyWeeks: 1,
    usual: { 'AM-CP27-AZ': 36, 'AM-MG35-OA': 24, 'AM-BW14-SG': 12, 'KT-INS114': 8, 'SW-SAN5': 6, 'SW-WUL5': 8 },
  },
  {
    customer: 'B-1007',
    buyer: 'dan@thornburybuilders.example',
    poNumber: 'SITE-11-{n}',
    weekday: 2,
    everyWeeks: 1,
    usual: { M8x40: 30, M12x60: 8, 'TR-M10-1M': 100, '16-07': 6, 'WS-5x70': 12, 'SA-M10x77': 10, 'TH-MD10': 10 },
    season: [4, 5, 6, 9, 10],
  },
  {
    customer: 'WESTQUAY',
    poNumber: 'WQ-{n}',
    weekday: 3,
    everyWeeks: 2,
    usual: { 'TH-HAM16': 24, 'TH-TM5': 48, 'TH-CS13': 20, 'HR/P40': 36, 'HR/P50': 24, WP5: 60, 'WS-4x40': 30 },
  },
  {
    customer: 'GREENWAY',
    buyer: 'hannah@greenway-gardens.example',
    weekday: 4,
    everyWeeks: 2,
    usual: { 'WF-TP25-NAT': 40, 'WF-HOSE30': 8, BC150: 30, 'WF-WC9': 6 },
    season: [3, 4, 5, 6],
  },
  {
    customer: 'RDG-ELEC',
    buyer: 'owen@redgate-electrical.example',
    poNumber: 'OP-{n}',
    weekday: 5,
    everyWeeks: 2,
    usual: { 'GL-L201': 100, 'GL-L209': 60, 'GL-BAT4': 20, 'GL-DL90-WH': 60, 'CT200x4.8B': 20 },
    season: [10, 11, 12],
  },
  {
    customer: 'BYRNE',
    buyer: 'siobhan@byrnemaintenance.example',
    poNumber: 'JOB {n}',
    weekday: 2,
    everyWeeks: 2,
    usual: { 'CU22-3': 8, 'PW611-15': 30, 'PW-IV15': 10, CL10MG5: 4, 'HV-SIL-WHT': 12, '22-03': 6 },
  },
  {
    customer: 'HOT-ANCHOR',
    poNumber: '45000{n}',
    weekday: 4,
    everyWeeks: 3,
    usual: { 'KT-FP28': 6, 'KT-SP10': 3, 'KT-GN302': 12, 'AM-CP21-SL': 48, 'KT-TB35': 4 },
    season: [4, 5, 12],
  },
  {
    customer: 'PIER9',
    weekday: 1,
    everyWeeks: 4,
    usual: { 'P9-PINT-Straight': 12, 'KT-TB27': 6, 'QM-PT48-CL': 6 },
    season: [5, 6, 7],
  },
  {
    customer: '00412',
    poNumber: 'MPS/{n}',
    weekday: 3,
    everyWeeks: 4,
    usual: { 'SW-MFC-B': 5, 'RS-Medium': 3, 'SW-SAN750': 12, CL10BW5: 2 },
    season: [9],
  },
  {
    customer: 'OLDMILL',
    buyer: 'peter@oldmilltearoom.example',
    weekday: 5,
    everyWeeks: 5,
    usual: { 'AM-MG35-AZ': 12, 'SW-WUL1': 6, 'SW-MFC-G': 2 },
    until: 6,
  },
]
