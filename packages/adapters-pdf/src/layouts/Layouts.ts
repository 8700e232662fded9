/** Every layout that the service reads. */
import type { Layout } from "../layout/Layout.ts"
import { estonianMotor } from "./EstonianMotor.ts"
import { frenchHome } from "./FrenchHome.ts"
import { frenchMotorStatement } from "./FrenchMotorStatement.ts"

export const layouts: ReadonlyArray<Layout> = [estonianMotor, frenchHome, frenchMotorStatement]

/** The layouts of a company's documents; none: it takes no uploads. */
export const layoutsOf = (company: string): ReadonlyArray<Layout> =>
  layouts.filter((layout) => layout.company === company)
