/** The words that generated catalogues are made of, the more frequent ones first. */

export const NOUNS =
  'Hinge Bracket Valve Screw Plate Washer Socket Cable Tray Coupling Switch Brush Bowl Clamp Basket Roller Lantern Candle Ladle Apron Elbow Gasket Spring Castor Handle Hook Latch Bolt Anchor Rivet Nozzle Reducer Flange Filter Hose Gauge Pump Bearing Pulley Chain Shackle Padlock Trolley Ladder Funnel Sieve Jug Beaker Platter Ramekin Tumbler Saucepan Skillet Whisk Spatula Colander Grater Scraper Trowel Chisel'.split(
    ' ',
  )

export const ADJECTIVES =
  'Heavy Slim Compact Brushed Matt Clear Stackable Folding Oak Walnut Ivory Azure Frosted Insulated Threaded Flanged Angled Double Reinforced Tapered Rounded Square Adjustable Locking Quick Swivel Magnetic Vented Ribbed Hammered Enamelled Polished Anodised Woven Quilted Padded Flexible Rigid Narrow Wide'.split(
    ' ',
  )

export const FINISHES =
  'Chrome Black White Brass Nickel Grey Copper Zinc Natural Blue Green Red Bronze Pewter Sand Graphite Cream Navy Burgundy Teal'.split(
    ' ',
  )

export const PLACES =
  'Hollin Marsden Thorne Ketteridge Ashby Corvane Dunmore Ellery Farrow Garrick Halden Ingram Jessop Kirkby Lowther Merrow Norbury Orwin Pelham Quenby Redfern Selwood Tarrant Ullock Verney Wexcombe Yarrow Zennor'.split(
    ' ',
  )

export const TRADES = 'Works Tools Fittings Supplies Makers Brothers Metals Home'.split(' ')

/**
 * Each stands in 3 products of 10: in the names of a few, in the descriptions of the others. No name begins with one.
 */
export const COMMON_WORDS = 'professional outdoor recyclable certified washable dishwasher warranty commercial'.split(
  ' ',
)

/** For descriptions: filling, from words that come up all the time to words that are met rarely. */
export const FILLERS =
  'for the and with use in kitchen site trade made from box supplied each easy fixing weight rated finish body surface indoor standard design load grip corrosion resistant clean fits most sizes tested workshop catering plumbing electrical garden storage packed ready assembled replacement spare part original seal thread inlet outlet pressure temperature range safe food contact stock item bulk order colour match edge lining handle base wall ceiling floor mounted hidden visible fixings included instructions metric imperial bore shaft grade marine hotel restaurant school hospital office retail display counter window door cabinet drawer shelf rail bench drain waste supply return cold hot mains battery solar mercury kiln'.split(
    ' ',
  )
