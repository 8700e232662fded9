/** Runs monitors. Other modules use this service to make a monitor take its next step immediately. */
import { Context } from "effect"
import type { ProcessRunner } from "./Runner.ts"

export class MonitorRunner extends Context.Service<MonitorRunner, ProcessRunner>()(
  "@sheaf/application/MonitorRunner"
) {}
