/** The simulated companies that hold accounts, and the customer of their pages (spec 12). */
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { Company, SimulatedBank } from "../companies/Company.ts"
import { companies } from "../companies/SandboxCompanies.ts"

/** A company that holds accounts. */
export type Bank = Company & { readonly bank: SimulatedBank }

const isBank = (company: Company): company is Bank => company.bank !== undefined

/** The banks by identifier. */
export const banks: ReadonlyMap<string, Bank> = new Map(companies.filter(isBank).map((bank) => [bank.id, bank]))

/** The user name of the one customer who can log in on the banks' pages. */
export const pageUsername = "maja"

/** The identity of the customer on every consent page. Every page has the same customer. */
export const pageIdentity = "customer"

/** Returns the identity behind a user name. */
export const identityOf = (user: string): string => (user === pageUsername ? pageIdentity : user)

/** Returns the profile of a bank: the one that its data names, or else that of the plain standard with two approaches. */
export const profileOf = ({ bank }: Bank): BankProfile.ResolvedProfile => {
  const named = ShippedProfiles.all.get(bank.profile ?? "")
  return BankProfile.resolve(
    named ?? { ...ShippedProfiles.plain, approaches: [bank.usesOAuth === true ? "OAUTH" : "REDIRECT", "DECOUPLED"] }
  )
}
