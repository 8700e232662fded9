/** A person's pensions and accounts at a simulated company, generated from the company's products (spec 10, 12). */
import type { ReportedWealth } from "@sheaf/domain/ReportedRecords"
import type { Forecast } from "@sheaf/domain/wealth/PensionOutlook"
import type { InvestmentTransaction } from "@sheaf/domain/wealth/InvestmentTransaction"
import type { PayoutDetail } from "@sheaf/domain/wealth/PayoutDetail"
import type {
  AccountProduct,
  LoanProduct,
  PensionProduct,
  PublicPensionProduct,
  SavingsProduct,
  WealthProduct
} from "../companies/WealthProduct.ts"
import { plusDays, valuationDate, plusYears, yearsBetween } from "../data/Dates.ts"
import type { SeededSource, RecordSource } from "../people/RecordSource.ts"
import { portfolioOf } from "./Holdings.ts"
import type { Portfolio } from "./Holdings.ts"
import { fromMinorUnits, fromMajorUnits } from "./Money.ts"
import { randomFrom } from "../data/Random.ts"
import { fieldsOf } from "./WealthFields.ts"

/** Returns a product's value and, if the product has securities, the holdings that make up this value. */
const worth = (product: PensionProduct | AccountProduct, { company, random }: SeededSource): Portfolio => {
  const [minimum, maximum] = product.value
  const target = random.integer(minimum * 100, maximum * 100)
  return product.securities === undefined
    ? { holdings: [], value: target }
    : portfolioOf(company.market, product.securities, target, random)
}

const payoutOf = (product: PensionProduct, { company, person, random }: SeededSource, value: number): PayoutDetail => {
  const fromAge = random.pick([60, 63, 65, 67])
  const years = 10
  const monthly = {
    amount: fromMinorUnits(company.market, Math.round(value / (years * 12))),
    frequency: 12,
    lifelongPayout: false
  } as const
  switch (product.payout) {
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

/** Returns the monthly pension for two starting ages, assuming a payout over twenty years. */
const forecastsOf = ({ company }: SeededSource, value: number): ReadonlyArray<Forecast> =>
  [65, 67].map((age): Forecast => ({
    age,
    monthlyAmount: fromMinorUnits(company.market, Math.round((value * (1 + (age - 65) * 0.02)) / 240)),
    scenario: "BEST_ESTIMATE",
    date: valuationDate,
    assumptions: { growthRate: 0.02, isReal: true, isAfterTax: false }
  }))

const insuredOf = (product: PensionProduct, { person }: SeededSource) =>
  ({
    SELF: { insuredPersonName: person.name, otherInsuredPerson: false },
    OTHER: { insuredPersonName: person.partnerName, otherInsuredPerson: true },
    NAMED: { insuredPersonName: person.name },
    NOT_TOLD: {}
  })[product.insured]

const pensionOf = (product: PensionProduct, draw: SeededSource): ReportedWealth => {
  const { holdings, value } = worth(product, draw)
  return {
    type: product.type,
    ...fieldsOf(product, draw, value),
    insuranceName: product.productName,
    ...insuredOf(product, draw),
    ...(product.classification !== undefined && { classification: product.classification }),
    benefitType: product.benefitType ?? "DEFINED_CONTRIBUTION",
    activePayment: product.payout !== "RUNNING",
    activePayout: product.payout === "RUNNING",
    ...(product.beneficiaries !== undefined && { beneficiaries: product.beneficiaries }),
    ...(holdings.length > 0 && { holdings }),
    payoutDetails: [payoutOf(product, draw, value)],
    forecasts: forecastsOf(draw, value),
    ...(product.type === "COLLECTIVE_OCCUPATIONAL_PENSION" || product.type === "OCCUPATIONAL_PENSION"
      ? { premiumPayers: [{ type: "EMPLOYER", frequency: 12 }] }
      : {}),
    ...(product.movability !== undefined && { movability: product.movability })
  }
}

const purchasesOf = (
  holdings: Portfolio["holdings"],
  { company, identity }: SeededSource
): ReadonlyArray<InvestmentTransaction> => {
  const random = randomFrom("purchases", company.id, identity)
  return holdings.map(({ acquisitionValue, isin, name, quantity }): InvestmentTransaction => ({
    transactionId: random.digits(10),
    type: "BUY",
    date: plusDays(valuationDate, -random.integer(10, 360)),
    name,
    ...(isin !== undefined && { isin }),
    ...(quantity !== undefined && { quantity }),
    ...(acquisitionValue && { amount: acquisitionValue })
  }))
}

const accountOf = (product: AccountProduct, draw: SeededSource): ReportedWealth => {
  const { company, random } = draw
  const { holdings, value } = worth(product, draw)
  const balance = random.integer(1_500, 480_000)
  return {
    type: product.type,
    ...fieldsOf(product, draw, value + balance),
    accountInformation: {
      availableBalance: fromMinorUnits(company.market, balance),
      ...(product.interestRate !== undefined && { interestRate: product.interestRate }),
      ...(product.exclusive !== undefined && { hasExclusiveOwnership: product.exclusive })
    },
    holdings,
    transactions: purchasesOf(holdings, draw),
    ...(product.monthlySavings !== undefined && {
      monthlySavingsAmount: fromMajorUnits(company.market, random.pick(product.monthlySavings))
    })
  }
}

const publicPensionOf = (product: PublicPensionProduct, draw: SeededSource): ReportedWealth => {
  const { company, random } = draw
  const [minimum, maximum] = product.value
  const value = random.integer(minimum * 100, maximum * 100)
  const premium = Math.round((value * random.integer(14, 24)) / 100)
  return {
    type: product.type,
    ...fieldsOf(product, draw, value),
    ...(product.type === "PUBLIC_PENSION" && {
      incomePension: fromMinorUnits(company.market, value - premium),
      premiumPension: fromMinorUnits(company.market, premium)
    }),
    updatedDate: valuationDate
  }
}

const loanOf = (product: LoanProduct, draw: SeededSource): ReportedWealth => {
  const { company, person, random } = draw
  const [minimum, maximum] = product.value
  const original = random.integer(minimum, maximum)
  const principal = Math.round(original * 100 * (random.integer(30, 95) / 100))
  const { financialInformation: _, ...fields } = fieldsOf(product, draw, principal)
  const startDate = plusDays(valuationDate, -random.integer(100, 1500))
  const isMortgage = product.type === "MORTGAGE"
  const { city, postalCode, streetAddress } = person
  return {
    type: product.type,
    ...fields,
    principal: fromMinorUnits(company.market, principal),
    originalPrincipal: fromMajorUnits(company.market, original),
    ...(product.type === "CREDIT_LINE" && { creditLimit: fromMajorUnits(company.market, original) }),
    interestRate: product.interestRate,
    fixation: isMortgage ? { type: "FIXED", until: plusYears(startDate, 5) } : { type: "VARIABLE" },
    startDate,
    maturityDate: plusYears(startDate, product.years),
    term: { value: product.years, unit: "YEAR" },
    amortization: { type: "ANNUITY", frequency: 12 },
    collateral: isMortgage
      ? [
          {
            type: "PROPERTY",
            address: { streetAddress, postalCode, city },
            value: fromMajorUnits(company.market, Math.round(original * 1.4)),
            valueDate: startDate
          }
        ]
      : [],
    borrowers: [{ name: person.name, share: 1 }]
  }
}

const savingsOf = (product: SavingsProduct, draw: SeededSource): ReportedWealth => {
  const { company, random } = draw
  const [minimum, maximum] = product.value
  const value = random.integer(minimum * 100, maximum * 100)
  const openingDate = plusDays(valuationDate, -random.integer(30, 900))
  return {
    type: product.type,
    ...fieldsOf(product, draw, value),
    balance: fromMinorUnits(company.market, value),
    balanceDate: valuationDate,
    interestRate: product.interestRate,
    openingDate,
    ...(product.type === "FIXED_TERM_DEPOSIT" && {
      maturityDate: plusYears(openingDate, 3),
      term: { value: 3, unit: "YEAR" }
    }),
    transactions: [
      {
        type: "DEPOSIT",
        date: openingDate,
        amount: fromMinorUnits(company.market, value)
      }
    ]
  }
}

const recordOf = (product: WealthProduct, source: RecordSource): ReportedWealth => {
  const draw = { ...source, random: randomFrom("wealth", source.company.id, source.identity, product.key) }
  switch (product.kind) {
    case "PENSION":
      return pensionOf(product, draw)
    case "ACCOUNT":
      return accountOf(product, draw)
    case "PUBLIC_PENSION":
      return publicPensionOf(product, draw)
    case "LOAN":
      return loanOf(product, draw)
    case "SAVINGS":
      return savingsOf(product, draw)
  }
}

export const wealthOf = (source: RecordSource): ReadonlyArray<ReportedWealth> =>
  source.company.wealth.map((product) => recordOf(product, source))
