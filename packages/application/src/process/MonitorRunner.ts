/** Runs monitors. Other processes use it to let a monitor take its next step at once. */
import { Context } from "effect"
import type { ProcessRunner } from "./Runner.ts"

export class MonitorRunner extends Context.Service<MonitorRunner, ProcessRunner>()(
  "@sheaf/application/MonitorRunner"
) {}
