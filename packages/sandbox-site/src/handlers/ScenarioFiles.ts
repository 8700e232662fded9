/** The scenarios in files of the console, which are compressed and which browsers may cache. */
import { companyDescriptions } from "@sheaf/adapters-sandbox"
import type { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { hash } from "node:crypto"
import { detailFileOf, listFileOf } from "../contract/ConsoleFiles.ts"

export interface ScenarioFiles {
  readonly revision: string
  /** The contents of the files by name. */
  readonly files: Readonly<Record<string, string>>
}

export const make = ({ all, consents }: Scenarios["Service"]): ScenarioFiles => {
  const names = new Map<string, string>(
    companyDescriptions.map(({ availability }) => [availability.company, availability.companyDisplayName])
  )
  const nameOf = (company: string) => ({ companyName: names.get(company) ?? company })
  const playable = [
    ...all.map((scenario) => ({ kind: "COLLECTION", ...nameOf(scenario.company), ...scenario })),
    ...consents.map((scenario) => ({ kind: "CONSENT", ...nameOf(scenario.company), ...scenario }))
  ]
  const listed = playable.map(
    ({ company, companyName, description, finalStatus, kind, loginMethods, parameters, scenario, visits }) => ({
      company,
      companyName,
      description,
      finalStatus,
      kind,
      loginMethods,
      scenario,
      visits,
      parameters: parameters.map(({ type }) => ({ type }))
    })
  )
  const revision = hash("sha256", JSON.stringify(playable), "base64url").slice(0, 8)
  const details = playable.map((one) => [detailFileOf(revision, one.scenario), JSON.stringify(one)] as const)
  return { revision, files: { [listFileOf(revision)]: JSON.stringify(listed), ...Object.fromEntries(details) } }
}
