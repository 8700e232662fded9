/** Every layout that the service reads. The process that reads documents loads this module, and no schema. */
import type { Layout } from "../layout/Layout.ts"
import eeMotorPolicy from "./ee-motor-policy.json" with { type: "json" }
import frHomePolicy from "./fr-home-policy.json" with { type: "json" }
import frMotorStatement from "./fr-motor-statement.json" with { type: "json" }

const files: ReadonlyArray<unknown> = [eeMotorPolicy, frHomePolicy, frMotorStatement]

/** `LayoutFaults` holds each file to the schema of layouts: in the tests, and in `sheaf pdf try`. */
export const layouts = files as ReadonlyArray<Layout>

/** The layouts of a company's documents; none: it takes no uploads. */
export const layoutsOf = (company: string): ReadonlyArray<Layout> =>
  layouts.filter((layout) => layout.company === company)
