/** The layouts. The process that reads documents loads them without any schema. */
import type { Layout } from "../layout/Layout.ts"
import eeMotorPolicy from "./ee-motor-policy.json" with { type: "json" }
import frHomePolicy from "./fr-home-policy.json" with { type: "json" }
import frMotorStatement from "./fr-motor-statement.json" with { type: "json" }

const files: ReadonlyArray<unknown> = [eeMotorPolicy, frHomePolicy, frMotorStatement]

/** Each file is checked against the schema by `LayoutDiagnostics`, in tests and in `sheaf pdf try`. */
export const layouts = files as ReadonlyArray<Layout>

/** Returns a company's layouts. A company without layouts accepts no uploads. */
export const layoutsOf = (company: string): ReadonlyArray<Layout> =>
  layouts.filter((layout) => layout.company === company)
