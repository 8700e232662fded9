/** The shipped layouts, which serve as examples. Operators add their own (docs/pdf-layouts.md). */
import type { Layout } from "../layout/Layout.ts"
import eeMotorPolicy from "./ee-motor-policy.json" with { type: "json" }
import frHomePolicy from "./fr-home-policy.json" with { type: "json" }
import frMotorStatement from "./fr-motor-statement.json" with { type: "json" }

const files: ReadonlyArray<unknown> = [eeMotorPolicy, frHomePolicy, frMotorStatement]

/** Tests check each file with `LayoutDiagnostics`. */
export const shippedLayouts = files as ReadonlyArray<Layout>

/** A company without layouts accepts no uploads. */
export const layoutsOf = (company: string, layouts: ReadonlyArray<Layout>): ReadonlyArray<Layout> =>
  layouts.filter((layout) => layout.company === company)
