/**
 * The records of a wealthy person: pensions, and accounts with five holdings each. Two thirds of the records have fees.
 */
import type { WealthRecord } from "@sheaf/domain/WealthRecord"

const sek = (amount: number) => ({ amount, currency: "SEK" })

const holdings = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `Norrsken Fund ${i}`,
    isin: "SE0000000001",
    type: "FUND" as const,
    quantity: 41.5 + i,
    value: sek(12_400 + i),
    feeVariable: 0.0025
  }))

export const make = (count: number): ReadonlyArray<WealthRecord> =>
  Array.from({ length: count }, (_, i): WealthRecord => {
    const shared = {
      id: `record-${i}`,
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      productNumber: `TP-${i}`,
      financialInformation: { currentValue: sek(512_300 + i), performanceSinceStart: 0.12 },
      holdings: holdings(5),
      ...(i % 3 === 0
        ? {}
        : { fees: i % 3 === 1 ? { personalized: { variable: 0.0065 } } : { generic: { fixed: sek(30) } } })
    }
    return i % 2 === 0
      ? { type: "COLLECTIVE_OCCUPATIONAL_PENSION", ...shared, insuredPersonName: "Anna Lindqvist", activePayment: true }
      : {
          type: "ISK",
          ...shared,
          accountInformation: { availableBalance: sek(1450 + i), hasExclusiveOwnership: i % 4 === 1 },
          monthlySavingsAmount: sek(1000)
        }
  })
