/** A line of an order as UBL. Prices and quantities are texts, as XML has them. */
export type UblLine = {
  qty?: string
  unit?: string
  price?: string
  per?: string
  sellers?: string
  buyers?: string
  gtin?: string
  name?: string
}

function code(name: string, value: string | undefined, scheme = ''): string {
  return value === undefined ? '' : `<cac:${name}><cbc:ID${scheme}>${value}</cbc:ID></cac:${name}>`
}

/** An order as UBL 2.1 XML, with the fields of Peppol BIS 3. `more`: what stands before the lines. */
export function ubl(lines: readonly UblLine[], { id = 'PO-4711', currency = 'GBP', more = '' } = {}): string {
  const body = lines.map(
    ({ qty = '1', unit = 'EA', price, per, sellers, buyers, gtin, name = 'Ware' }, i) => `
  <cac:OrderLine>
    <cac:LineItem>
      <cbc:ID>${i + 1}</cbc:ID>
      <cbc:Quantity unitCode="${unit}">${qty}</cbc:Quantity>
      ${
        price === undefined
          ? ''
          : `<cac:Price><cbc:PriceAmount currencyID="${currency}">${price}</cbc:PriceAmount>${per === undefined ? '' : `<cbc:BaseQuantity unitCode="${unit}">${per}</cbc:BaseQuantity>`}</cac:Price>`
      }
      <cac:Item>
        <cbc:Name>${name}</cbc:Name>
        ${code('BuyersItemIdentification', buyers)}${code('SellersItemIdentification', sellers)}${code('StandardItemIdentification', gtin, ' schemeID="0160"')}
      </cac:Item>
    </cac:LineItem>
  </cac:OrderLine>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:order:3</cbc:CustomizationID>
  <cbc:ID>${id}</cbc:ID>
  <cbc:IssueDate>2026-03-01</cbc:IssueDate>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>${more}${body.join('')}
</Order>`
}

/** The period in which an order is wanted. */
export function wanted(start: string, end = start): string {
  return `<cac:Delivery><cac:RequestedDeliveryPeriod><cbc:StartDate>${start}</cbc:StartDate><cbc:EndDate>${end}</cbc:EndDate></cac:RequestedDeliveryPeriod></cac:Delivery>`
}
