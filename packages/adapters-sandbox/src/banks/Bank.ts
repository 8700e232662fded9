/** The simulated companies that hold accounts, and the customer on their pages (spec 12). */
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { Company, SimulatedBank } from "../companies/Company.ts"
import { companies } from "../companies/SandboxCompanies.ts"

/** A company that holds accounts. */
export type Bank = Company & { readonly bank: SimulatedBank }

const isBank = (company: Company): company is Bank => company.bank !== undefined

/** The banks by identifier. */
export const banks: ReadonlyMap<string, Bank> = new Map(companies.filter(isBank).map((bank) => [bank.id, bank]))

/** The only user name that can log in on the banks' pages. */
export const pageUsername = "maja"

/** The customer's identity, which is the same on all consent pages. */
export const pageIdentity = "customer"

/** Returns the identity of a user, given the user name. */
export const identityOf = (user: string): string => (user === pageUsername ? pageIdentity : user)

/** Returns a bank's profile: the one in its data or, by default, the plain standard with two approaches. */
export const profileOf = ({ bank }: Bank): BankProfile.ResolvedProfile => {
  const named = ShippedProfiles.all.get(bank.profile ?? "")
  return BankProfile.resolve(
    named ?? { ...ShippedProfiles.plain, approaches: [bank.usesOAuth === true ? "OAUTH" : "REDIRECT", "DECOUPLED"] }
  )
}
