/** The statement of a pension or an account: what it is worth, what it costs, and what is in it (decisions 10, 16). */
import type { Market } from "@sheaf/domain/Market"
import type { Fees } from "@sheaf/domain/wealth/Fees"
import type { Holding } from "@sheaf/domain/wealth/Holding"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { markets } from "../data/Markets.ts"
import type { Source } from "../records/Draw.ts"
import { figuresOf } from "./Figures.ts"
import { row } from "./Letter.ts"
import type { Letter, Row } from "./Letter.ts"
import { letterhead } from "./Letterhead.ts"

const feeRows = (market: Market, fees: Fees | undefined): ReadonlyArray<Row> => {
  const { statement } = markets[market].letters
  const { money, ratio } = figuresOf[market]
  const { fixed, variable } = fees?.personalized ?? fees?.generic ?? {}
  const previousYear = fees?.personalized?.previousYear
  return [
    ...row(statement.fixedFee, fixed && money(fixed)),
    ...row(statement.variableFee, variable === undefined ? undefined : ratio(variable)),
    ...row(statement.feesLastYear, previousYear && money(previousYear))
  ]
}

const holdingRows = (market: Market, holdings: ReadonlyArray<Holding>): ReadonlyArray<Row> => {
  const { money, number } = figuresOf[market]
  return holdings.flatMap(({ name, quantity, value }) =>
    row(name, value && (quantity === undefined ? money(value) : `${money(value)} (${number(quantity)})`))
  )
}

export const statement = (source: Source, record: WealthRecord): Letter => {
  const { market } = source.company
  const words = markets[market].letters.statement
  const { money, ratio } = figuresOf[market]
  const { currentValue, performanceSinceStart, totalDeposits } = record.financialInformation ?? {}
  return {
    ...letterhead(source),
    title: words.title,
    rows: [
      ...row(words.product, record.productName),
      ...row(words.number, record.productNumber),
      ...row(words.value, currentValue && money(currentValue)),
      ...row(words.deposits, totalDeposits && money(totalDeposits)),
      ...row(words.performance, performanceSinceStart === undefined ? undefined : ratio(performanceSinceStart)),
      ...feeRows(market, record.fees),
      ...("holdings" in record && record.holdings !== undefined ? holdingRows(market, record.holdings) : [])
    ]
  }
}
