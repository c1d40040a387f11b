import type { Address } from '../database/column-values.ts'
import type { Moment } from './moment.ts'

/** A buyer of a customer. It is invited until it has accepted. */
export type SampleBuyer = {
  name: string
  email: string
  invited: Moment
  accepted?: Moment
  lastSeen?: Moment
  disabled?: Moment
  /** Pence; left out for any sum. */
  orderLimit?: number
  costCentre?: string
}

export type SampleCustomer = {
  accountCode: string | null
  name: string
  email?: string
  phone?: string
  contactName?: string
  paymentTermsDays: number
  /** Pence. */
  creditLimit?: number
  /** Pence. */
  openBalance?: number
  poRequired?: boolean
  notes?: string
  addresses?: Address[]
  /** When the account was closed. */
  closed?: Moment
  buyers?: SampleBuyer[]
}

/** Account codes of those who see tableware and kitchen equipment. */
export const CATERING = ['CASTLE01', 'HOT-ANCHOR', 'PIER9', '00412', 'OLDMILL', 'COUNTER']

/** Account codes of those who see lighting and locks. */
export const TRADE = ['B-1007', 'RDG-ELEC', 'BYRNE', 'WESTQUAY', 'COUNTER']

// Telephone numbers of the range, and domains of the suffix, that are reserved for stories.
export const CUSTOMERS: SampleCustomer[] = [
  {
    accountCode: 'CASTLE01',
    name: 'Castle Lane Cafés',
    email: 'orders@castlelane.example',
    phone: '01632 960101',
    contactName: 'Isobel Grant',
    paymentTermsDays: 30,
    creditLimit: 500_000,
    openBalance: 120_000,
    notes: 'Eleven cafés, two delivery points. Deliver before 10 am.',
    addresses: [
      {
        id: 'KITCHEN',
        name: 'Central kitchen',
        lines: ['Unit 3, Old Brewery Yard', 'Castle Lane'],
        postcode: 'EX4 3PL',
        city: 'Exeter',
        country: 'United Kingdom',
      },
      {
        id: 'QUAY',
        name: 'Quayside café',
        lines: ['14 The Quay'],
        postcode: 'EX2 4AN',
        city: 'Exeter',
        country: 'United Kingdom',
      },
    ],
    buyers: [
      {
        name: 'Isobel Grant',
        email: 'isobel@castlelane.example',
        invited: [380, '10:05'],
        accepted: [380, '11:32'],
        lastSeen: [1, '16:42'],
        costCentre: 'HEAD-OFFICE',
      },
      {
        name: 'Tess Whitlow',
        email: 'tess@castlelane.example',
        invited: [96, '09:40'],
        accepted: [96, '12:15'],
        lastSeen: [1, '17:20'],
        orderLimit: 25_000,
        costCentre: 'QUAYSIDE',
      },
      { name: 'Marek Dolan', email: 'marek@castlelane.example', invited: [3, '14:20'] },
    ],
  },
  {
    accountCode: 'B-1007',
    name: 'Thornbury & Sons Builders',
    email: 'accounts@thornburybuilders.example',
    phone: '01632 960107',
    contactName: 'Dan Thornbury',
    paymentTermsDays: 30,
    creditLimit: 2_500_000,
    poRequired: true,
    notes: 'Purchase order per site. Steelwork is agreed yearly.',
    addresses: [
      {
        id: 'SITE-14',
        name: 'Mill Road site',
        lines: ['22 Mill Road'],
        postcode: 'TQ12 1AB',
        city: 'Newton Abbot',
        country: 'United Kingdom',
      },
    ],
    buyers: [
      {
        name: 'Dan Thornbury',
        email: 'dan@thornburybuilders.example',
        invited: [379, '09:15'],
        accepted: [378, '06:55'],
        lastSeen: [2, '07:10'],
      },
      {
        name: 'Gary Pike',
        email: 'gary@thornburybuilders.example',
        invited: [379, '09:18'],
        accepted: [379, '12:40'],
        lastSeen: [24, '11:31'],
        disabled: [20, '09:00'],
      },
    ],
  },
  {
    accountCode: 'GREENWAY',
    name: 'Greenway Garden Centre',
    email: 'sales@greenway-gardens.example',
    phone: '01632 960114',
    contactName: 'Hannah Lowe',
    paymentTermsDays: 14,
    creditLimit: 750_000,
    buyers: [
      {
        name: 'Hannah Lowe',
        email: 'hannah@greenway-gardens.example',
        invited: [377, '13:00'],
        accepted: [377, '17:21'],
        lastSeen: [5, '12:24'],
      },
    ],
  },
  {
    accountCode: 'HOT-ANCHOR',
    name: 'The Anchor Hotel',
    email: 'purchasing@anchorhotel.example',
    phone: '01632 960121',
    contactName: 'Lucia Ferri',
    paymentTermsDays: 60,
    creditLimit: 1_200_000,
    poRequired: true,
    buyers: [{ name: 'Lucia Ferri', email: 'lucia@anchorhotel.example', invited: [12, '15:45'] }],
  },
  {
    accountCode: '00412',
    name: 'Millbrook Primary School',
    email: 'office@millbrookprimary.example',
    phone: '01632 960130',
    contactName: 'Janet Osei',
    paymentTermsDays: 30,
    creditLimit: 200_000,
    poRequired: true,
    notes: 'Closed in the school holidays: ring before sending a delivery.',
  },
  {
    accountCode: 'RDG-ELEC',
    name: 'Redgate Electrical',
    email: 'stores@redgate-electrical.example',
    phone: '01632 960138',
    contactName: 'Owen Pryce',
    paymentTermsDays: 30,
    creditLimit: 900_000,
    buyers: [
      {
        name: 'Owen Pryce',
        email: 'owen@redgate-electrical.example',
        invited: [370, '08:40'],
        accepted: [369, '07:03'],
        lastSeen: [4, '06:58'],
      },
    ],
  },
  {
    accountCode: 'PIER9',
    name: 'Pier Nine Brewing Co.',
    email: 'hello@pier9brewing.example',
    phone: '01632 960143',
    contactName: 'Femi Adeyemi',
    paymentTermsDays: 14,
    creditLimit: 350_000,
  },
  {
    accountCode: 'BYRNE',
    name: 'Byrne Property Maintenance',
    email: 'office@byrnemaintenance.example',
    phone: '01632 960150',
    contactName: 'Siobhan Byrne',
    paymentTermsDays: 30,
    creditLimit: 60_000,
    openBalance: 48_000,
    buyers: [
      {
        name: 'Siobhan Byrne',
        email: 'siobhan@byrnemaintenance.example',
        invited: [361, '10:30'],
        accepted: [361, '19:14'],
        lastSeen: [1, '18:05'],
      },
    ],
  },
  {
    accountCode: 'WESTQUAY',
    name: 'Westquay Hardware',
    email: 'orders@westquayhardware.example',
    phone: '01632 960162',
    contactName: 'Colin Marsh',
    paymentTermsDays: 30,
    creditLimit: 3_000_000,
    notes: 'Reseller: trade discount across the range.',
  },
  {
    accountCode: 'COUNTER',
    name: 'Trade counter, cash sales',
    paymentTermsDays: 0,
    notes: 'List prices. Payment on collection.',
  },
  {
    accountCode: 'OLDMILL',
    name: 'Old Mill Tearoom',
    email: 'info@oldmilltearoom.example',
    phone: '01632 960177',
    contactName: 'Peter Shaw',
    paymentTermsDays: 14,
    creditLimit: 50_000,
    notes: 'Account closed: two invoices unpaid.',
    closed: [32, '09:12'],
    buyers: [
      {
        name: 'Peter Shaw',
        email: 'peter@oldmilltearoom.example',
        invited: [360, '09:05'],
        accepted: [359, '21:02'],
        lastSeen: [33, '20:14'],
        disabled: [32, '09:10'],
      },
    ],
  },
  {
    accountCode: null,
    name: 'Saltmarsh Events Ltd',
    email: 'bookings@saltmarsh-events.example',
    contactName: 'Nadia Rowe',
    paymentTermsDays: 0,
    notes: 'New enquiry; account code to follow from the ledger.',
  },
]
