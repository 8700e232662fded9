/** The company that a collection calls. */
import { Connectors } from "@sheaf/ports"
import type { CollectionIdentity } from "@sheaf/ports"
import { Effect } from "effect"

/** Returns the company of a collection, or the company's test environment for a test, which never reaches the company. */
export const companyOf = ({ company, test }: Pick<CollectionIdentity, "company" | "test">) =>
  Effect.flatMap(Connectors, ({ find, findTest }) => (test ? findTest(company) : find(company)))
