/** The names of companies and clients. Lists refer to companies and clients by id. */
import { signal } from "@preact/signals"
import type { ClientView, CompanyHealth } from "@sheaf/domain/OperatorViews"
import { readList } from "./OperatorSession.ts"

const names = signal<ReadonlyMap<string, string>>(new Map())

/** Reads the names. Until they are known, or if reading them fails, the pages show the ids. */
export const loadNames = async (): Promise<void> => {
  try {
    const [companies, clients] = await Promise.all([
      readList<ReadonlyArray<CompanyHealth>>("companies"),
      readList<ReadonlyArray<ClientView>>("clients")
    ])
    names.value = new Map([
      ...companies.map(({ company, name }) => [company, name] as const),
      ...clients.map(({ clientId, name }) => [clientId, name] as const)
    ])
  } catch {
    // No error is shown here, because the list on the page shows the reason for the failure.
  }
}

/** Returns the name of a company or client, or its id until the names are known. */
export const nameOf = (id: string): string => names.value.get(id) ?? id

export const CompanyLink = ({ company }: { readonly company: string }) => (
  <a href={`#/companies/${company}`}>{nameOf(company)}</a>
)

export const ClientName = ({ clientId }: { readonly clientId: string }) => (
  <span title={clientId}>{nameOf(clientId)}</span>
)
