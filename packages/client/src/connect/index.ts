/** The Connect page's client, which does not depend on an API version. */
import { SheafProblem as Problem } from "../transport/Errors.ts"
import type { ProblemClass } from "../transport/Errors.ts"
import type { ProblemCode } from "./Contract.ts"

/** Sheaf rejected the request. `instanceof` narrows `code` to the codes of the page's calls. */
export const SheafProblem: ProblemClass<ProblemCode> = Problem
export type SheafProblem = Problem<ProblemCode>

export { SheafConnectionError } from "../transport/Errors.ts"
export { ConnectCollection, ConnectConsent, ConnectMonitorHandle } from "./ConnectHandles.ts"
export { ConnectPage, openConnectPage } from "./ConnectPage.ts"
export type { ConnectOptions, OpenedPage } from "./ConnectPage.ts"
export type * from "./Contract.ts"
