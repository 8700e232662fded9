/**
 * The module `virtual:statuses`: an excerpt of the domain's status tables, taken by the build. Pages import it instead
 * of the domain, so that they do not load the schema library.
 */
import { CollectionStatus, describe as describeCollection } from "@sheaf/domain/CollectionStatus"
import { all as consentStatuses, describe as describeConsent } from "@sheaf/domain/ConsentStatus"
import type { Plugin } from "vite"

interface Excerpt {
  readonly class: string
  readonly advice?: string
}

const rowOf = ({ advice, class: kind }: Excerpt): Excerpt => ({ class: kind, ...(advice !== undefined && { advice }) })

const tables = {
  collections: Object.fromEntries(
    CollectionStatus.literals.map((status) => [status, rowOf(describeCollection(status))])
  ),
  consents: Object.fromEntries(consentStatuses.map((status) => [status, rowOf(describeConsent(status))]))
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
