/** The simulated companies that hold accounts, and the customer who logs in on their pages (spec 12). */
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { Company, SimulatedBank } from "../companies/Company.ts"
import { companies } from "../companies/SandboxCompanies.ts"

export type Bank = Company & { readonly bank: SimulatedBank }

const isBank = (company: Company): company is Bank => company.bank !== undefined

export const banks: ReadonlyMap<string, Bank> = new Map(companies.filter(isBank).map((bank) => [bank.id, bank]))

/** The only user name that can log in on the banks' pages. */
export const pageUsername = "maja"

export const pageIdentity = "customer"

export const identityOf = (user: string): string => (user === pageUsername ? pageIdentity : user)

/**
 * Returns the profile that is named in the bank's data. Default: the plain standard with two authorization approaches.
 */
export const profileOf = ({ bank }: Bank): BankProfile.ResolvedProfile => {
  const named = ShippedProfiles.all.get(bank.profile ?? "")
  return BankProfile.resolve(
    named ?? { ...ShippedProfiles.plain, approaches: [bank.usesOAuth === true ? "OAUTH" : "REDIRECT", "DECOUPLED"] }
  )
}
