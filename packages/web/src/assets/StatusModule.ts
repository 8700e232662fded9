/**
 * The module `virtual:statuses`: an excerpt of the domain's status tables, made by the build. Pages import it instead
 * of the domain, so that they do not load the schema library. A page's bundle contains only the exports that it uses.
 */
import { CollectionStatus, describe as describeCollection } from "@sheaf/domain/CollectionStatus"
import { all as consentStatuses, describe as describeConsent } from "@sheaf/domain/ConsentStatus"
import { ConsentError, errorOf } from "@sheaf/domain/ConsentStatusObject"
import { messages } from "@sheaf/domain/FailureReason"
import type { Plugin } from "vite"

interface Row {
  readonly class: string
  readonly advice?: string
  readonly meaning: string
  readonly clientAction: string
}

const tableOf = <Status extends string, A>(
  statuses: ReadonlyArray<Status>,
  of: (status: Status) => A
): Readonly<Record<string, A>> => Object.fromEntries(statuses.map((status) => [status, of(status)]))

const excerptOf = ({ advice, class: kind }: Row) => ({ class: kind, ...(advice !== undefined && { advice }) })

const textsOf = ({ clientAction, meaning }: Row) => ({ meaning, clientAction })

const tables = {
  collections: tableOf(CollectionStatus.literals, (status) => excerptOf(describeCollection(status))),
  consents: tableOf(consentStatuses, (status) => excerptOf(describeConsent(status))),
  collectionTexts: tableOf(CollectionStatus.literals, (status) => textsOf(describeCollection(status))),
  consentTexts: tableOf(consentStatuses, (status) => textsOf(describeConsent(status))),
  reasonTexts: { ...tableOf(ConsentError.fields.code.literals, (code) => errorOf(code).message), ...messages }
}

const name = "virtual:statuses"
const resolved = `\0${name}`

export const statusModulePlugin: Plugin = {
  name: "statuses",
  resolveId: { filter: { id: /^virtual:statuses$/ }, handler: () => resolved },
  load: {
    filter: { id: /^\0virtual:statuses$/ },
    handler: () =>
      Object.entries(tables)
        .map(([table, rows]) => `export const ${table} = ${JSON.stringify(rows)}`)
        .join("\n")
  }
}
