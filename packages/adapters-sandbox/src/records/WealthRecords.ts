/** A person's pensions and accounts at a simulated company, drawn from the company's offers (spec 10, 12). */
import type { ReportedWealth } from "@sheaf/domain/ReportedRecords"
import type { PayoutDetail } from "@sheaf/domain/wealth/PayoutDetail"
import type { AccountOffer, PensionOffer, PublicPensionOffer, WealthOffer } from "../companies/WealthOffer.ts"
import { valuationDate, plusYears, yearsBetween } from "./Dates.ts"
import type { SeededSource, RecordSource } from "./RecordSource.ts"
import { portfolioOf } from "./Holdings.ts"
import type { Portfolio } from "./Holdings.ts"
import { fromMinorUnits, fromMajorUnits } from "./Money.ts"
import { randomFrom } from "./Random.ts"
import { fieldsOf } from "./WealthFields.ts"

/** Draws the product's value, and divides it among securities if the offer names any. */
const worth = (offer: PensionOffer | AccountOffer, { company, random }: SeededSource): Portfolio => {
  const [minimum, maximum] = offer.value
  const target = random.integer(minimum * 100, maximum * 100)
  return offer.securities === undefined
    ? { holdings: [], value: target }
    : portfolioOf(company.market, offer.securities, target, random)
}

const payoutOf = (offer: PensionOffer, { company, person, random }: SeededSource, value: number): PayoutDetail => {
  const fromAge = random.pick([60, 63, 65, 67])
  const years = 10
  const monthly = {
    amount: fromMinorUnits(company.market, Math.round(value / (years * 12))),
    frequency: 12,
    lifelongPayout: false
  } as const
  switch (offer.payout) {
    case "BETWEEN_AGES":
      return { active: false, ...monthly, period: { type: "AGE_RANGE", fromAge, toAge: fromAge + years } }
    case "LIFELONG": {
      const from = plusYears(person.dateOfBirth, Math.max(fromAge, yearsBetween(person.dateOfBirth, valuationDate) + 1))
      return { active: false, lifelongPayout: true, period: { type: "DATE_RANGE", from } }
    }
    case "RUNNING": {
      const from = `${2022 + random.integer(0, 3)}-0${random.integer(1, 9)}-01`
      return { active: true, ...monthly, period: { type: "DATE_RANGE", from, to: plusYears(from, years) } }
    }
  }
}

const insuredOf = (offer: PensionOffer, { person }: SeededSource) =>
  ({
    SELF: { insuredPersonName: person.name, otherInsuredPerson: false },
    OTHER: { insuredPersonName: person.partnerName, otherInsuredPerson: true },
    NAMED: { insuredPersonName: person.name },
    NOT_TOLD: {}
  })[offer.insured]

const pensionOf = (offer: PensionOffer, draw: SeededSource): ReportedWealth => {
  const { holdings, value } = worth(offer, draw)
  return {
    type: offer.type,
    ...fieldsOf(offer, draw, value),
    insuranceName: offer.productName,
    ...insuredOf(offer, draw),
    ...(offer.classification !== undefined && { classification: offer.classification }),
    benefitType: offer.benefitType ?? "DEFINED_CONTRIBUTION",
    activePayment: offer.payout !== "RUNNING",
    activePayout: offer.payout === "RUNNING",
    ...(offer.beneficiaries !== undefined && { beneficiaries: offer.beneficiaries }),
    ...(holdings.length > 0 && { holdings }),
    payoutDetails: [payoutOf(offer, draw, value)],
    ...(offer.movability !== undefined && { movability: offer.movability })
  }
}

const accountOf = (offer: AccountOffer, draw: SeededSource): ReportedWealth => {
  const { company, random } = draw
  const { holdings, value } = worth(offer, draw)
  const balance = random.integer(1_500, 480_000)
  return {
    type: offer.type,
    ...fieldsOf(offer, draw, value + balance),
    accountInformation: {
      availableBalance: fromMinorUnits(company.market, balance),
      ...(offer.interestRate !== undefined && { interestRate: offer.interestRate }),
      ...(offer.exclusive !== undefined && { hasExclusiveOwnership: offer.exclusive })
    },
    holdings,
    ...(offer.monthlySavings !== undefined && {
      monthlySavingsAmount: fromMajorUnits(company.market, random.pick(offer.monthlySavings))
    })
  }
}

const publicPensionOf = (offer: PublicPensionOffer, draw: SeededSource): ReportedWealth => {
  const { company, random } = draw
  const [minimum, maximum] = offer.value
  const value = random.integer(minimum * 100, maximum * 100)
  const premium = Math.round((value * random.integer(14, 24)) / 100)
  return {
    type: offer.type,
    ...fieldsOf(offer, draw, value),
    ...(offer.type === "PUBLIC_PENSION" && {
      incomePension: fromMinorUnits(company.market, value - premium),
      premiumPension: fromMinorUnits(company.market, premium)
    }),
    updatedDate: valuationDate
  }
}

const recordOf = (offer: WealthOffer, source: RecordSource): ReportedWealth => {
  const draw = { ...source, random: randomFrom("wealth", source.company.id, source.identity, offer.key) }
  switch (offer.kind) {
    case "PENSION":
      return pensionOf(offer, draw)
    case "ACCOUNT":
      return accountOf(offer, draw)
    case "PUBLIC_PENSION":
      return publicPensionOf(offer, draw)
  }
}

/** Draws one record from each of the company's offers. */
export const wealthOf = (source: RecordSource): ReadonlyArray<ReportedWealth> =>
  source.company.wealth.map((offer) => recordOf(offer, source))
