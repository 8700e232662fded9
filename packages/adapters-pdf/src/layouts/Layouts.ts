/** The layouts. The process that reads documents loads this module without any schema. */
import type { Layout } from "../layout/Layout.ts"
import eeMotorPolicy from "./ee-motor-policy.json" with { type: "json" }
import frHomePolicy from "./fr-home-policy.json" with { type: "json" }
import frMotorStatement from "./fr-motor-statement.json" with { type: "json" }

const files: ReadonlyArray<unknown> = [eeMotorPolicy, frHomePolicy, frMotorStatement]

/** Tests and `sheaf pdf try` check each file against the schema with `LayoutDiagnostics`. */
export const layouts = files as ReadonlyArray<Layout>

/** Returns the layouts of a company. Companies without layouts accept no uploads. */
export const layoutsOf = (company: string): ReadonlyArray<Layout> =>
  layouts.filter((layout) => layout.company === company)
